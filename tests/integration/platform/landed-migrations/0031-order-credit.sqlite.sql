create table order_credit (
  id text primary key,
  order_id text not null references orders (id),
  kind text not null check (kind in ('cancelled', 'refused', 'returned', 'refund')),
  reason text,
  delivery_paise integer not null check (delivery_paise >= 0),
  delivery_tax_json text not null,
  tax_paise integer not null check (tax_paise >= 0),
  total_paise integer not null check (total_paise >= 0),
  owed_paise integer not null check (owed_paise >= 0 and owed_paise <= total_paise),
  note_number text unique,
  note_at integer,
  created_at integer not null
  ) strict;
create index order_credit_of_order on order_credit (order_id);
create table order_credit_line (
  credit_id text not null references order_credit (id),
  position integer not null,
  quantity integer not null check (quantity >= 0),
  back text not null check (back in ('stock', 'spoilt', 'none')),
  taxable_paise integer not null check (taxable_paise >= 0),
  cgst_paise integer not null check (cgst_paise >= 0),
  sgst_paise integer not null check (sgst_paise >= 0),
  igst_paise integer not null check (igst_paise >= 0),
  total_paise integer not null check (total_paise >= 0),
  primary key (credit_id, position)
  ) strict, without rowid;
insert into order_credit
  select 'before-' || id, id, case when order_status = 'returned' then 'returned' else 'cancelled' end, null,
  delivery_paise, delivery_tax_json, tax_paise, total_paise,
  coalesce((select max(amount_paise) from refund where order_id = orders.id and reason in ('cancelled', 'returned')), 0),
  null, null, updated_at
  from orders
  where id in (select order_id from refund where reason in ('cancelled', 'returned'))
  or (order_status = 'cancelled' and invoice_number is not null);
insert into order_credit_line
  select order_credit.id, position, quantity, case when taken = 1 and kind = 'cancelled' then 'stock' else 'none' end,
  taxable_paise, cgst_paise, sgst_paise, igst_paise, order_line.total_paise
  from order_line inner join order_credit on order_credit.order_id = order_line.order_id;
create table refund_by_part (
  id text primary key,
  provider text not null,
  reference text not null,
  order_id text not null references orders (id),
  credit_id text references order_credit (id),
  split_of text,
  amount_paise integer not null check (amount_paise > 0),
  reason text not null,
  state text not null check (state in ('due', 'sent')),
  gateway_refund text,
  created_at integer not null,
  updated_at integer not null
  ) strict;
insert into refund_by_part
  select provider || '-' || reference, provider, reference, order_id,
  case when reason in ('cancelled', 'returned') then 'before-' || order_id end, null,
  amount_paise, reason, state, gateway_refund, created_at, updated_at
  from refund;
drop table refund;
alter table refund_by_part rename to refund;
create index refund_of_order on refund (order_id);
create index refund_due on refund (created_at) where state = 'due';
create index refund_at_gateway on refund (gateway_refund) where gateway_refund is not null;
create unique index refund_of_payment on refund (provider, reference)
  where credit_id is null and split_of is null;

  select order_credit.id from order_credit inner join orders on orders.id = order_credit.order_id
  where invoice_number is not null order by order_credit.created_at, order_credit.id;
