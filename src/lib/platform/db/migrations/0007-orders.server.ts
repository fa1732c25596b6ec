import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const orderTables: Migration = {
  name: '0007-orders',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table orders (
    id text primary key,
    number text not null unique,
    customer_id text references customer (id) on delete set null,
    email text not null,
    mobile text not null,
    address_json text not null,
    order_status text not null check (order_status in
      ('pending', 'placed', 'processing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered', 'cancelled', 'returned')),
    payment_status text not null check (payment_status in ('unpaid', 'cod', 'paid', 'failed', 'refund_due', 'refunded')),
    payment_method text not null check (payment_method in ('cod', 'razorpay', 'test')),
    subtotal_paise INT not null check (subtotal_paise >= 0),
    discount_paise INT not null check (discount_paise >= 0),
    delivery_paise INT not null check (delivery_paise >= 0),
    tax_paise INT not null check (tax_paise >= 0),
    total_paise INT not null check (total_paise = subtotal_paise - discount_paise + delivery_paise),
    delivery_tax_json text not null,
    coupon_code text,
    note text,
    hold_until INT,
    stock_held INT not null check (stock_held in (0, 1)),
    counted INT not null default 0 check (counted in (0, 1)),
    carrier text,
    tracking_number text,
    tracking_url text,
    invoice_number text unique,
    invoice_at INT,
    created_at INT not null,
    updated_at INT not null,
    paid_at INT,
    delivered_at INT
  ) END`,
  'create index orders_of_customer on orders (customer_id, created_at desc)',
  'create index orders_latest on orders (created_at desc)',
  'create index orders_held on orders (hold_until)',
  'create index orders_to_count on orders (counted, order_status)',
  `create table order_line (
    order_id text not null references orders (id) on delete cascade,
    position INT not null,
    product_id INT not null,
    variant_id INT not null,
    slug text not null,
    name text not null,
    variant text not null,
    sku text,
    hsn text,
    sell_unit text not null check (sell_unit in ('piece', 'metre')),
    quantity INT not null check (quantity > 0),
    taken INT not null check (taken in (0, 1)),
    bolt_position INT,
    price_paise INT not null check (price_paise >= 0),
    subtotal_paise INT not null check (subtotal_paise >= 0),
    discount_paise INT not null check (discount_paise >= 0),
    tax_rate_bp INT not null check (tax_rate_bp >= 0),
    taxable_paise INT not null,
    cgst_paise INT not null,
    sgst_paise INT not null,
    igst_paise INT not null,
    total_paise INT not null check (total_paise = subtotal_paise - discount_paise
      and total_paise = taxable_paise + cgst_paise + sgst_paise + igst_paise),
    primary key (order_id, position)
  ) KEYED_END`,
  'create index order_line_of_product on order_line (product_id)',
  `create table order_event (
    id AUTO_ID AUTO_KEY,
    order_id text not null references orders (id) on delete cascade,
    at INT not null,
    kind text not null,
    detail text
  ) END`,
  'create index order_event_of_order on order_event (order_id, id)',
  `create table payment_event (
    provider text not null,
    event_id text not null,
    order_id text not null references orders (id) on delete cascade,
    at INT not null,
    outcome text not null check (outcome in ('paid', 'failed')),
    amount_paise INT not null,
    reference text,
    primary key (provider, event_id)
  ) KEYED_END`,
  'create index payment_event_of_order on payment_event (order_id)',
  `create table idempotency_key (
    owner text not null,
    key text not null,
    body_hash text not null,
    order_id text not null,
    created_at INT not null,
    primary key (owner, key)
  ) KEYED_END`,
  'create index idempotency_key_old on idempotency_key (created_at)',
  'create table number_series (name text primary key, value INT not null) END',
];
