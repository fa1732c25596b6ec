create table customer_note (
  id text primary key,
  customer_id text not null references customer (id) on delete cascade,
  at bigint not null,
  author text not null,
  text text not null,
  deleted_at bigint
  ) ;
create index customer_note_of_customer on customer_note (customer_id, at);
