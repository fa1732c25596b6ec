alter table orders add column gift_wrap integer not null default 0 check (gift_wrap in (0, 1));
alter table orders add column gift_wrap_paise integer not null default 0 check (gift_wrap_paise >= 0);
alter table orders add column gift_note text;
alter table orders add column outfit_paise integer not null default 0 check (outfit_paise >= 0);
