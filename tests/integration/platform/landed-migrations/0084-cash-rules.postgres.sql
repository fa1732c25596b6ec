alter table order_credit add column return_reason text;
alter table order_credit add column return_cost_paise bigint;
create index order_credit_refused on order_credit (order_id) where kind = 'refused';
alter table orders add column buyer_gstin text;
alter table orders add column buyer_business text;
create index orders_refused_by_mailbox on orders (mailbox) where payment_method = 'cod' and order_status = 'returned' and delivered_at is null and mailbox is not null;
create index orders_refused_by_mobile on orders (mobile) where payment_method = 'cod' and order_status = 'returned' and delivered_at is null;
create index orders_for_businesses on orders (invoice_at, id) where buyer_gstin is not null;
create table cash_block (
  id text primary key,
  pincode text,
  email text,
  mailbox text,
  mobile text,
  reason text not null,
  author text,
  created_at bigint not null
  ) ;
create unique index cash_block_of_pincode on cash_block (pincode) where pincode is not null;
create unique index cash_block_of_mailbox on cash_block (mailbox) where mailbox is not null;
create index cash_block_of_mobile on cash_block (mobile) where mobile is not null;
create index cash_block_latest on cash_block (created_at, id);
