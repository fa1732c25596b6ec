import { HOUR_MS } from '#lib/fields/durations.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';

const KEPT_MS = HOUR_MS;
/** A skipped id may appear this long: its transaction commits later. */
const GAP_LIFETIME_MS = 60_000;
const GAPS_WATCHED = 5_000;
const ROWS_A_STATEMENT = 1_000;
const ROWS_A_POLL = 10_000;

export interface Invalidations {
  lastId: number;
  tags: Set<string>;
}

export async function invalidate(tx: Tx, tags: Iterable<string>): Promise<void> {
  const rows = [...new Set(tags)].map((tag) => ({ tag, at: Date.now() }));
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    await tx
      .insertInto('invalidation')
      .values(rows.slice(from, from + ROWS_A_STATEMENT))
      .execute();
  }
  const isTimeToPrune = Math.random() < 0.02;
  if (isTimeToPrune) await prune(tx);
}

/** Ids grow with time: the oldest row to keep is found by id, without an index on `at`. */
async function prune(tx: Tx): Promise<void> {
  const kept = await tx
    .selectFrom('invalidation')
    .select('id')
    .where('at', '>=', Date.now() - KEPT_MS)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (kept) await tx.deleteFrom('invalidation').where('id', '<', kept.id).execute();
}

/** `undefined` when nothing ever changed. */
export async function oldestInvalidation(db: ShopDatabase): Promise<number | undefined> {
  const row = await db.write.selectFrom('invalidation').select('id').orderBy('id').limit(1).executeTakeFirst();
  return row?.id;
}

export async function currentInvalidation(db: ShopDatabase): Promise<number> {
  const row = await db.write.selectFrom('invalidation').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/** One caller for each `reader` of a database: the ids that were skipped are remembered for it. */
export async function pollInvalidations(db: ShopDatabase, sinceId: number, reader = 'pages'): Promise<Invalidations> {
  const rows = await db.write
    .selectFrom('invalidation')
    .select(['id', 'tag'])
    .where('id', '>', sinceId)
    .orderBy('id')
    .limit(ROWS_A_POLL)
    .execute();
  const lastId = rows.at(-1)?.id ?? sinceId;
  const tags = new Set(rows.map((row) => row.tag));
  // SQLite has one writer at a time, so its ids show in order.
  if (db.engine === 'postgres') {
    const gaps = db.memo(`invalidation-gaps ${reader}`, () => new Map<number, number>());
    for (const tag of await lateTags(db, gaps)) tags.add(tag);
    rememberGaps(gaps, sinceId, new Set(rows.map((row) => row.id)), lastId);
  }
  return { lastId, tags };
}

/** A transaction may take its id before another one and commit after it. */
async function lateTags(db: ShopDatabase, gaps: Map<number, number>): Promise<string[]> {
  for (const [id, until] of gaps) if (until < performance.now()) gaps.delete(id);
  if (gaps.size === 0) return [];
  const rows = await db.write
    .selectFrom('invalidation')
    .select(['id', 'tag'])
    .where('id', 'in', [...gaps.keys()])
    .execute();
  for (const row of rows) gaps.delete(row.id);
  return rows.map((row) => row.tag);
}

function rememberGaps(gaps: Map<number, number>, sinceId: number, seen: Set<number>, lastId: number): void {
  for (let id = Math.max(sinceId, lastId - GAPS_WATCHED) + 1; id < lastId; id++) {
    if (!seen.has(id)) gaps.set(id, performance.now() + GAP_LIFETIME_MS);
  }
  while (gaps.size > GAPS_WATCHED) gaps.delete(gaps.keys().next().value!);
}
