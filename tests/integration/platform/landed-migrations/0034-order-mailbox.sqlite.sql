alter table orders add column mailbox text;
create index orders_of_mailbox on orders (mailbox) where customer_id is null and mailbox is not null;

  select id, email from orders where id > ? order by id limit ?;
