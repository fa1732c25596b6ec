create table unverified_line (
  order_id text not null references unverified_order (order_id) on delete cascade,
  variant_id integer not null,
  network_key text not null,
  created_at integer not null,
  amount integer not null,
  primary key (order_id, variant_id)
  ) strict, without rowid;
create index unverified_line_new on unverified_line (created_at, network_key);
create index unverified_line_of_variant on unverified_line (variant_id, created_at, amount);
insert into unverified_line (order_id, variant_id, network_key, created_at, amount)
  select order_line.order_id, order_line.variant_id, network_key, unverified_order.created_at, sum(order_line.quantity)
  from unverified_order
  join orders on orders.id = unverified_order.order_id
  join order_line on order_line.order_id = orders.id
  where orders.payment_status = 'cod' and orders.order_status in ('placed', 'processing')
  and orders.stock_held = 1 and order_line.taken = 1
  and order_line.variant_id is not null
  group by order_line.order_id, order_line.variant_id, network_key, unverified_order.created_at;
