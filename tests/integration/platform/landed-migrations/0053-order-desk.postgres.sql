create table order_term (
  term text collate "C" not null,
  order_id text not null references orders (id) on delete cascade,
  created_at bigint not null,
  primary key (term, order_id)
  ) ;
create index order_term_of_order on order_term (order_id);
alter table orders add column searchable bigint not null default 0;
create index orders_not_searchable on orders (created_at) where searchable = 0;
create index orders_of_status on orders (order_status, created_at, id);
create index orders_of_payment on orders (payment_status, created_at, id);
alter table order_event add column author text;
create table bulk_action (
  id text primary key,
  author text not null,
  action text not null check (action in ('processing', 'shipped', 'delivered')),
  carrier text,
  created_at bigint not null
  ) ;
create table bulk_action_row (
  bulk_id text not null references bulk_action (id) on delete cascade,
  position bigint not null,
  order_id text not null,
  version bigint not null,
  tracking_number text,
  state text not null check (state in ('waiting', 'done', 'failed')),
  message text,
  primary key (bulk_id, position)
  ) ;
