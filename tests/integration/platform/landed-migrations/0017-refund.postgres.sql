create table refund (
  provider text not null,
  reference text not null,
  order_id text not null references orders (id),
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  state text not null check (state in ('due', 'sent')),
  gateway_refund text,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (provider, reference)
  ) ;
create index refund_of_order on refund (order_id);
create index refund_due on refund (created_at) where state = 'due';
insert into refund
  select provider, reference, order_id, min(amount_paise), 'cancelled', 'due', null, min(at), min(at)
  from payment_event
  where outcome = 'paid' and reference is not null and amount_paise > 0
  and order_id in (select id from orders where payment_status = 'refund_due')
  group by provider, reference, order_id
  on conflict do nothing;
