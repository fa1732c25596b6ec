import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const whatWasOrdered: Migration = {
  name: '0032-what-was-ordered',
  up: (tx: Tx, engine: Engine) =>
    createTables(tx, engine, [
      'alter table order_line add column pre_order_at INT',
      'alter table order_line add column picture_hash text',
      'alter table order_line add column color text',
      'alter table orders add column cod_fee_paise INT not null default 0 check (cod_fee_paise >= 0)',
    ]),
};
