import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const giftWrapAndOutfits: Migration = {
  name: '0085-gift-wrap-and-outfits',
  up: (tx: Tx, engine: Engine) =>
    createTables(tx, engine, [
      'alter table orders add column gift_wrap INT not null default 0 check (gift_wrap in (0, 1))',
      'alter table orders add column gift_wrap_paise INT not null default 0 check (gift_wrap_paise >= 0)',
      'alter table orders add column gift_note text',
      'alter table orders add column outfit_paise INT not null default 0 check (outfit_paise >= 0)',
    ]),
};
