create index orders_of_email on orders (email, created_at desc);
