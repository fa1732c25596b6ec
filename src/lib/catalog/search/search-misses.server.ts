import { sql } from 'kysely';
import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

const MAX_MISS_CHARACTERS = 40;
const MAX_MISS_WORDS = 4;
const MAX_TERMS_PER_DAY = 500;
const MAX_TERMS_IN_MEMORY = 200;
export const MISS_RETENTION_DAYS = 90;

/**
 * Records a search without results in memory; `saveMisses` writes it to the database. Ignores terms that must not be
 * recorded, and new terms while 200 terms are unsaved.
 */
export function recordMiss({ db }: Pick<Shop, 'db'>, term: string): void {
  const missedTerm = recordableTerm(term);
  const unsavedCounts = unsavedMisses(db);
  if (missedTerm === undefined || (unsavedCounts.size >= MAX_TERMS_IN_MEMORY && !unsavedCounts.has(missedTerm))) return;
  unsavedCounts.set(missedTerm, (unsavedCounts.get(missedTerm) ?? 0) + 1);
}

/**
 * Returns the term to record, in lower case without punctuation; undefined if the term is too long or has no words, or
 * if it may identify a person, for example by a phone or order number, an email or postal address, or a link.
 */
export function recordableTerm(term: string): string | undefined {
  if (term.length > MAX_MISS_CHARACTERS || /[@/\\]|www\.|\.\w{2,4}$/i.test(term)) return undefined;
  if (/\p{N}(?:[\s().+-]*\p{N}){3}/u.test(term)) return undefined;
  const words = wordsOf(term);
  if (words.length === 0 || words.length > MAX_MISS_WORDS) return undefined;
  return words.join(' ');
}

/** Writes the recorded misses to the database: one row per term and day, up to 500 terms a day. */
export async function saveMisses({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const unsavedCounts = unsavedMisses(db);
  if (unsavedCounts.size === 0) return;
  const misses = [...unsavedCounts];
  unsavedCounts.clear();
  const day = dayText(now());
  for (const [term, times] of misses) await addMiss(db, day, term, times);
}

/** Deletes misses older than 90 days. */
export async function deleteOldMisses({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const oldestDay = dayText(now() - MISS_RETENTION_DAYS * DAY_MS);
  await db.write.deleteFrom('search_miss').where('day', '<', oldestDay).execute();
}

/** A term without results. */
export type SearchMiss = Awaited<ReturnType<typeof searchMisses>>[number];

/** Returns the `max` most frequent terms without results in the last `days` days, most frequent first. */
export async function searchMisses(db: ShopDatabase, days: number, now: number, max: number) {
  const rows = await db.read
    .selectFrom('search_miss')
    .select(['term', sql<number>`sum(times)`.as('times'), sql<string>`max(day)`.as('lastDay')])
    .where('day', '>', dayText(now - days * DAY_MS))
    .groupBy('term')
    .orderBy(sql`sum(times)`, 'desc')
    .orderBy('term')
    .limit(max)
    .execute();
  return rows.map(({ term, times, lastDay }) => ({ term, times: Number(times), lastDay }));
}

function unsavedMisses(db: ShopDatabase): Map<string, number> {
  return db.memo('search-misses', () => new Map<string, number>());
}

/** Adds to the count of a term. Concurrent processes may slightly exceed the maximum number of terms per day. */
async function addMiss(db: ShopDatabase, day: string, term: string, times: number): Promise<void> {
  await sql`insert into search_miss (day, term, times)
    select cast(${day} as text), cast(${term} as text), cast(${times} as bigint)
    where (select count(*) from search_miss where day = ${day}) < ${MAX_TERMS_PER_DAY}
      or exists (select 1 from search_miss where day = ${day} and term = ${term})
    on conflict (day, term) do update set times = search_miss.times + excluded.times`.execute(db.write);
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
