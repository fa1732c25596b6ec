import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ListingRow } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { parseTokens } from '#lib/catalog/listing-index/segment/listing-tokens.ts';
import { chunks } from '#lib/platform/db/chunks.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import { mapped } from '#lib/platform/jobs/steps.ts';

/** SQLite reads this many rows in one or two milliseconds, during which it blocks the thread. */
const ROWS_PER_QUERY = 200;

const versionRows = preparedQuery((db) => db.selectFrom('catalogue_state').select('version'));

/** Returns the version of the catalogue, which increases with each change. Throws if the database has no version. */
export async function catalogueVersion(db: ShopDatabase): Promise<number> {
  const [state] = (await versionRows(db.read, {})).rows;
  if (!state) throw new Error('The catalogue_state table is empty.');
  return state.version;
}

/** `row` is undefined for a product that is not listed. */
export interface ChangedRow {
  id: number;
  row: ListingRow | undefined;
}

/**
 * Yields, in small batches by ascending id, all listed products or, with `since`, the products that have changed since
 * that version, including products that are not listed.
 */
export async function* listingRows(db: ShopDatabase, since: number | undefined): AsyncGenerator<Iterable<ChangedRow>> {
  const allListed = db.read
    .selectFrom('product_listing')
    .select(['product_id as id', 'min_paise as minPaise', 'sold', 'created_at as createdAt', 'tokens_json'])
    .orderBy('product_id');
  const withListing = db.read
    .selectFrom('product')
    .leftJoin('product_listing as l', 'l.product_id', 'product.id')
    .select(['product.id', 'l.min_paise as minPaise', 'l.sold', 'l.created_at as createdAt', 'l.tokens_json'])
    .orderBy('product.id');
  const batches = productBatches(db, since, {
    readAfter: (lastId, limit) => allListed.where('product_id', '>', lastId).limit(limit).execute(),
    readByIds: (ids) => withListing.where('product.id', 'in', ids).execute(),
  });
  for await (const rows of batches)
    yield mapped(rows, ({ id, minPaise, sold, createdAt, tokens_json }) => {
      const isUnlisted = minPaise === null || sold === null || createdAt === null || tokens_json === null;
      return { id, row: isUnlisted ? undefined : { id, minPaise, sold, createdAt, ...parseTokens(tokens_json) } };
    });
}

/**
 * Yields small batches of rows by ascending id: those of all products or, with `since`, of the products that have
 * changed since that version. Yields to the event loop after each batch.
 */
export async function* productBatches<Row extends { id: number }>(
  db: ShopDatabase,
  since: number | undefined,
  {
    readAfter,
    readByIds,
  }: {
    readAfter(lastId: number, limit: number): Promise<Row[]>;
    readByIds(ids: number[]): Promise<Row[]>;
  },
): AsyncGenerator<Row[]> {
  if (since !== undefined) {
    for (const ids of chunks(await changedIds(db, since), ROWS_PER_QUERY)) {
      yield await readByIds(ids);
      await yieldToEventLoop();
    }
    return;
  }
  for (let lastId = 0; ; ) {
    const rows = await readAfter(lastId, ROWS_PER_QUERY);
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    yield rows;
    await yieldToEventLoop();
    lastId = lastRow.id;
  }
}

/**
 * Returns the ids, in ascending order, of products that have changed since a version. They are sorted here, because
 * with "order by" SQLite would scan the whole table instead of the version index. With `limit`, returns no more than
 * `limit` ids, chosen arbitrarily.
 */
export async function changedIds(db: ShopDatabase, since: number, limit?: number): Promise<number[]> {
  const query = db.read.selectFrom('product').select('id').where('version', '>', since);
  const rows = await (limit === undefined ? query : query.limit(limit)).execute();
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Returns how many products `listingRows` would yield, up to `limit`. */
export async function countPending(db: ShopDatabase, since: number | undefined, limit: number): Promise<number> {
  const pendingQuery =
    since === undefined
      ? db.read.selectFrom('product_listing').select('product_id as id').limit(limit)
      : db.read.selectFrom('product').select('id').where('version', '>', since).limit(limit);
  const countQuery = db.read.selectFrom(pendingQuery.as('pending')).select((eb) => eb.fn.countAll().as('count'));
  return Number((await countQuery.executeTakeFirstOrThrow()).count);
}
