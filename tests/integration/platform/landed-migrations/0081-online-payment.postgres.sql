alter table orders add column prepaid_discount_paise bigint not null default 0;
alter table orders add column advance_paise bigint not null default 0;
alter table orders add column advance_paid bigint not null default 0;
alter table order_line add column prepaid_discount_paise bigint not null default 0;
alter table payment_attempt add column purpose text not null default 'order';
alter table payment_attempt add column discount_paise bigint not null default 0;
