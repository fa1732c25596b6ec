import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** Swatches in carts and orders, and the coupons that give their price back. */
export const swatches: Migration = {
  name: '0086-swatches',
  up: (tx: Tx, engine: Engine) =>
    createTables(tx, engine, [
      'alter table cart_line add column swatch INT not null default 0 check (swatch in (0, 1))',
      'alter table orders add column swatch_paise INT not null default 0 check (swatch_paise >= 0)',
      'create index order_swatches on orders (id) where swatch_paise > 0',
      `create table swatch_credit (
        order_id text primary key not null references orders (id) on delete cascade,
        code text not null,
        email text not null,
        created_at INT not null
      ) KEYED_END`,
      'create unique index swatch_credit_code on swatch_credit (code)',
    ]),
};
