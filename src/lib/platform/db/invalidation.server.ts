import { HOUR_MS } from '#lib/fields/durations.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';

/** Rows older than this are pruned; every process polls far more often. */
const KEPT_MS = HOUR_MS;
/** For how long an id that was skipped may still show up: longer than any transaction of the shop lasts. */
const GAP_LIFETIME_MS = 60_000;
const GAPS_WATCHED = 5_000;
const ROWS_A_STATEMENT = 1_000;
const ROWS_A_POLL = 10_000;

export interface Invalidations {
  lastId: number;
  tags: Set<string>;
}

/** Announces to every process what this transaction changes; the rows show when it commits. */
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

/** Ids follow the time, so the first that is kept is found at the beginning, without an index of times. */
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

/** The newest id: where a process that starts now begins to poll. */
export async function currentInvalidation(db: ShopDatabase): Promise<number> {
  const row = await db.write.selectFrom('invalidation').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/** The tags announced since `sinceId`, each once. One caller a database: it remembers the ids that were skipped. */
export async function pollInvalidations(db: ShopDatabase, sinceId: number): Promise<Invalidations> {
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
    const gaps = db.memo('invalidation-gaps', () => new Map<number, number>());
    for (const tag of await lateTags(db, gaps)) tags.add(tag);
    rememberGaps(gaps, sinceId, new Set(rows.map((row) => row.id)), lastId);
  }
  return { lastId, tags };
}

/** A transaction may take its id first and commit after another that took a later one. */
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
