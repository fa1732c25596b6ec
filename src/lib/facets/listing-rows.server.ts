import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ListingRow } from '#lib/facets/listing-columns.ts';
import { parseTokens } from '#lib/facets/listing-tokens.ts';
import { chunks } from '#lib/platform/db/chunks.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { prepared } from '#lib/platform/db/prepared.server.ts';

const ROWS_AT_ONCE = 2_000;

const versionRows = prepared((db) => db.selectFrom('catalogue_state').select('version'));

export async function catalogueVersion(db: ShopDatabase): Promise<number> {
  const [state] = (await versionRows(db.read, {})).rows;
  if (!state) throw new Error('The catalogue has no state.');
  return state.version;
}

export async function* allRows(db: ShopDatabase): AsyncGenerator<ListingRow[]> {
  for (let last = 0; ; ) {
    const query = db.read.selectFrom('product_listing').selectAll().where('product_id', '>', last);
    const part = await query.orderBy('product_id').limit(ROWS_AT_ONCE).execute();
    const end = part.at(-1);
    if (!end) return;
    yield part.map(listingRow);
    last = end.product_id;
    await yieldToEventLoop();
  }
}

export async function* changedRows(
  db: ShopDatabase,
  since: number,
): AsyncGenerator<{ id: number; row: ListingRow | undefined }[]> {
  for (const ids of chunks(await changedIds(db, since), ROWS_AT_ONCE)) {
    const part = await db.read
      .selectFrom('product')
      .leftJoin('product_listing as l', 'l.product_id', 'product.id')
      .select(['product.id', 'l.product_id', 'l.min_paise', 'l.sold', 'l.created_at', 'l.tokens_json'])
      .where('product.id', 'in', ids)
      .orderBy('product.id')
      .execute();
    yield part.map(({ id, min_paise, sold, created_at, tokens_json }) => {
      const isDraft = min_paise === null || sold === null || created_at === null || tokens_json === null;
      return {
        id,
        row: isDraft ? undefined : listingRow({ product_id: id, min_paise, sold, created_at, tokens_json }),
      };
    });
    await yieldToEventLoop();
  }
}

/** Ascending. Found by the version alone: asked for in order too, SQLite would read the whole table. */
export async function changedIds(db: ShopDatabase, since: number): Promise<number[]> {
  const rows = await db.read.selectFrom('product').select('id').where('version', '>', since).execute();
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

export async function countPending(db: ShopDatabase, since: number | undefined, most: number): Promise<number> {
  const rows =
    since === undefined
      ? await db.read.selectFrom('product_listing').select('product_id').limit(most).execute()
      : await db.read.selectFrom('product').select('id').where('version', '>', since).limit(most).execute();
  return rows.length;
}

interface StoredListing {
  product_id: number;
  min_paise: number;
  sold: number;
  created_at: number;
  tokens_json: string;
}

function listingRow(row: StoredListing): ListingRow {
  const { product_id: id, min_paise: minPaise, sold, created_at: createdAt } = row;
  return { id, minPaise, sold, createdAt, ...parseTokens(row.tokens_json) };
}
