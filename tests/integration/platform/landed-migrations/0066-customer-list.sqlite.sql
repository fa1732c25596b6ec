create index customer_by_time on customer (created_at, id, name, email, mobile);
create index customer_by_mobile on customer (mobile);
