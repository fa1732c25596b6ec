import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** The categories (slugs) and products (ids) to which a coupon is limited; it applies to all goods if both are empty. */
export const couponGoods: Migration = {
  name: '0073-coupon-goods',
  up: (tx: Tx, engine: Engine) =>
    createTables(tx, engine, [
      "alter table coupon add column categories_json text not null default '[]'",
      "alter table coupon add column products_json text not null default '[]'",
    ]),
};
