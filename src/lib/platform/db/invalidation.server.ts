import { chunks } from '#lib/platform/db/chunks.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { SkippedIds } from '#lib/platform/db/skipped-ids.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';

const RETENTION_MS = HOUR_MS;
const MAX_ROWS_PER_POLL = 10_000;

/**
 * Stores an invalidation for each tag, without duplicates. One call in fifty also deletes invalidations that are older
 * than an hour.
 */
export async function invalidate(tx: Tx, tags: Iterable<string>): Promise<void> {
  const rows = [...new Set(tags)].map((tag) => ({ tag, at: Date.now() }));
  for (const chunk of chunks(rows)) await tx.insertInto('invalidation').values(chunk).execute();
  const mustPrune = Math.random() < 0.02;
  if (mustPrune) await prune(tx);
}

/** Deletes old rows. Ids increase with time, so the oldest row to keep is found by id, without an index on `at`. */
async function prune(tx: Tx): Promise<void> {
  const oldestKeptRow = await tx
    .selectFrom('invalidation')
    .select('id')
    .where('at', '>=', Date.now() - RETENTION_MS)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (oldestKeptRow) await tx.deleteFrom('invalidation').where('id', '<', oldestKeptRow.id).execute();
}

/** Returns the id of the oldest invalidation, or undefined if there are no invalidations. */
export async function oldestInvalidationId(db: ShopDatabase): Promise<number | undefined> {
  const row = await db.write.selectFrom('invalidation').select('id').orderBy('id').limit(1).executeTakeFirst();
  return row?.id;
}

/**
 * Returns the id after which a new reader starts: the latest id, or on PostgreSQL an earlier id, because open
 * transactions may still commit invalidations with earlier ids.
 */
export async function initialReadPosition(db: ShopDatabase): Promise<number> {
  const newestId = await latestInvalidationId(db);
  return db.engine === 'postgres' ? Math.max(0, newestId - MAX_ROWS_PER_POLL) : newestId;
}

/** Returns the id of the latest invalidation, or 0 if there are no invalidations. */
export async function latestInvalidationId(db: ShopDatabase): Promise<number> {
  const row = await db.write.selectFrom('invalidation').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/**
 * Returns the tags of up to 10,000 invalidations after `sinceId`, oldest first, and on PostgreSQL also of earlier
 * invalidations that were not visible before. Each caller needs a `reader` of its own, because the ids that a caller
 * has skipped are recorded under this name.
 */
export async function pollInvalidations(db: ShopDatabase, sinceId: number, reader = 'pages') {
  const rows = await db.write
    .selectFrom('invalidation')
    .select(['id', 'tag'])
    .where('id', '>', sinceId)
    .orderBy('id')
    .limit(MAX_ROWS_PER_POLL)
    .execute();
  const lastId = rows.at(-1)?.id ?? sinceId;
  const tags = new Set(rows.map((row) => row.tag));
  // SQLite has one writer at a time, so its ids become visible in order.
  if (db.engine === 'postgres') {
    const skippedIds = db.memo(`skipped invalidations ${reader}`, () => new SkippedIds());
    for (const tag of await lateTags(db, skippedIds)) tags.add(tag);
    const readIds = rows.map((row) => row.id);
    skippedIds.recordRead(sinceId, readIds, performance.now());
  }
  if (tags.size > 0) db.standby?.recordChanges();
  return { lastId, tags };
}

/** Returns the tags of skipped ids whose transactions have been committed since then. */
async function lateTags(db: ShopDatabase, skippedIds: SkippedIds): Promise<string[]> {
  skippedIds.deleteOld(performance.now());
  if (skippedIds.spans.length === 0) return [];
  const rows = await db.write
    .selectFrom('invalidation')
    .select(['id', 'tag'])
    .where(({ or, between }) => or(skippedIds.spans.map(({ from, to }) => between('id', from, to))))
    .limit(MAX_ROWS_PER_POLL)
    .execute();
  skippedIds.remove(rows.map((row) => row.id));
  return rows.map((row) => row.tag);
}
