alter table outbox add column content_json text not null default '';
update outbox set content_json = json_build_object('heading', subject, 'lines', json_build_array(text))::text;
alter table outbox drop column html;
drop index outbox_of_address;
drop index order_line_of_product;
drop index orders_of_customer;
create index orders_of_customer on orders (customer_id, created_at desc) where customer_id is not null;
