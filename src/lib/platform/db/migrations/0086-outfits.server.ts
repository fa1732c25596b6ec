import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const outfits: Migration = {
  name: '0086-outfits',
  up: (tx: Tx, engine: Engine) =>
    createTables(tx, engine, [
      'alter table orders add column outfit_paise INT not null default 0 check (outfit_paise >= 0)',
    ]),
};
