import { sql } from 'kysely';
import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** Article numbers are searched for without regard to case, dashes and spaces, and by their beginning. */
export const skuKey: Migration = {
  name: '0048-sku-key',
  async up(tx: Tx, engine: Engine): Promise<void> {
    await sql
      .raw(`create index variant_sku_key on variant (${engine === 'postgres' ? POSTGRES_KEY : KEY})`)
      .execute(tx);
  },
};

const PLAIN = `replace(replace(replace(replace(replace(sku, '-', ''), '_', ''), '/', ''), '.', ''), ' ', '')`;
const KEY = `lower(${PLAIN})`;
const POSTGRES_KEY = `lower(${PLAIN} collate "C")`;
