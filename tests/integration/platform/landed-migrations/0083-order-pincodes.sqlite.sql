alter table orders add column delivery_pincode text;
drop index orders_not_searchable;
create index orders_not_searchable on orders (created_at) where searchable < 3;
create index orders_cash_of_pincode on orders (delivery_pincode, created_at, order_status, delivered_at)
  where payment_method = 'cod' and collected = 0 and delivery_pincode is not null;
