import { sql } from 'kysely';
import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

const OLD_AFTER_MS = 14 * 86_400_000;

/** Goods that came back over 14 days ago were answered by hand; later ones show as still to be packed. */
export const exchangeGoods: Migration = {
  name: '0033-exchange-goods',
  async up(tx: Tx, engine: Engine) {
    await createTables(tx, engine, STATEMENTS);
    const before = Date.now() - OLD_AFTER_MS;
    await sql`update exchange set shipped_at = updated_at, delivered_at = updated_at
      where state = 'received' and updated_at < ${before}`.execute(tx);
  },
};

const STATEMENTS = [
  'alter table exchange add column spoilt INT not null default 0',
  'alter table exchange add column carrier text',
  'alter table exchange add column tracking_number text',
  'alter table exchange add column tracking_url text',
  'alter table exchange add column shipped_at INT',
  'alter table exchange add column delivered_at INT',
  'create index exchange_of_order on exchange (order_id)',
  `alter table exchange_line add column variant text not null default ''`,
  'alter table exchange_line add column sku text',
  'alter table exchange_line add column taken INT not null default 1',
  'alter table exchange_line add column is_open INT not null default 0',
  `update exchange_line set
    variant = coalesce((select variant.name from variant where variant.id = exchange_line.variant_id), ''),
    sku = (select variant.sku from variant where variant.id = exchange_line.variant_id)`,
];
