create unique index order_term_found on order_term (term, order_id) include (created_at);
alter table order_term drop constraint order_term_pkey,
  add constraint order_term_pkey primary key using index order_term_found;
