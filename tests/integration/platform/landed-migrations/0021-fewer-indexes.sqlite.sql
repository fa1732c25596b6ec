drop index orders_held;
create index orders_held on orders (hold_until) where hold_until is not null;
drop index idempotency_key_old;
drop index invalidation_at;
