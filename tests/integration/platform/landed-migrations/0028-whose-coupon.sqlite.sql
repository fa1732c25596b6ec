create table coupon_buyer (
  code text not null,
  buyer text not null,
  order_id text not null,
  primary key (code, buyer, order_id)
  ) strict, without rowid;
create index coupon_buyer_of_order on coupon_buyer (order_id);
drop index coupon_use_of_email;
delete from sign_in_link where exists (
  select 1 from sign_in_link as newer where newer.customer_id = sign_in_link.customer_id and (
  newer.expires_at > sign_in_link.expires_at or
  (newer.expires_at = sign_in_link.expires_at and newer.token_hash > sign_in_link.token_hash)));
drop index sign_in_link_of_customer;
create unique index sign_in_link_of_customer on sign_in_link (customer_id);
alter table code_challenge add column digits integer not null default 4;
update orders set email = lower(email) where email <> lower(email);
update contact_message set email = lower(email) where email <> lower(email);

  select coupon_use.code, coupon_use.order_id, coupon_use.email, orders.mobile, orders.customer_id,
  customer.email as account_email
  from coupon_use
  left join orders on orders.id = coupon_use.order_id
  left join customer on customer.id = orders.customer_id
  where coupon_use.code > ?
  or (coupon_use.code = ? and coupon_use.order_id > ?)
  order by coupon_use.code, coupon_use.order_id
  limit ?;
