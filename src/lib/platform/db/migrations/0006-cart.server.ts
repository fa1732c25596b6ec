import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const cartTables: Migration = {
  name: '0006-cart',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table cart (
    id text primary key,
    token_hash text unique,
    customer_id text unique references customer (id) on delete cascade,
    coupon_code text,
    pincode text,
    created_at INT not null,
    updated_at INT not null,
    check (token_hash is not null or customer_id is not null)
  ) END`,
  'create index cart_old on cart (updated_at)',
  `create table cart_line (
    id text primary key,
    cart_id text not null references cart (id) on delete cascade,
    variant_id INT not null references variant (id) on delete cascade,
    quantity INT not null check (quantity > 0),
    price_paise INT not null check (price_paise >= 0),
    added_at INT not null,
    unique (cart_id, variant_id)
  ) END`,
  'create index cart_line_variant on cart_line (variant_id)',
  `create table wishlist_entry (
    id text primary key,
    customer_id text not null references customer (id) on delete cascade,
    product_id INT not null references product (id) on delete cascade,
    created_at INT not null,
    unique (customer_id, product_id)
  ) END`,
  'create index wishlist_entry_product on wishlist_entry (product_id)',
  `create table coupon (
    code text primary key,
    kind text not null check (kind in ('percent', 'fixed', 'free_delivery')),
    value INT not null check (value >= 0),
    minimum_paise INT not null check (minimum_paise >= 0),
    starts_at INT,
    ends_at INT,
    uses_left INT check (uses_left >= 0),
    per_customer INT check (per_customer > 0),
    active INT not null check (active in (0, 1)),
    created_at INT not null,
    check (kind <> 'percent' or value between 1 and 100)
  ) END`,
  `create table coupon_use (
    code text not null,
    order_id text not null,
    email text not null,
    used_at INT not null,
    primary key (code, order_id)
  ) END`,
  'create index coupon_use_of_email on coupon_use (code, email)',
];
