import { sql } from 'kysely';
import { latestValidStart } from '#lib/platform/clock.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';

export interface Budget {
  key: string;
  /** The maximum number of uses, or of units such as kilobytes, in a window. */
  max: number;
  /** The length of a window, which begins with its first use. */
  windowMs: number;
}

type CountingDb = Pick<ShopDatabase, 'write'> & Partial<Pick<ShopDatabase, 'context'>>;

interface RateLimitedShop {
  db: CountingDb;
  now(): number;
}

/** Returns one budget for each network that the visitor belongs to; `max` is the limit of one home. */
export function networkBudgets({ levels }: Networks, { key, max, windowMs }: Budget): Budget[] {
  return levels.map(({ network, limitFactor }) => ({ key: `${key}:${network}`, max: max * limitFactor, windowMs }));
}

/**
 * Counts a use of `amount` in each budget, until one is exhausted. Throws `too_many` with `message` if one is
 * exhausted. Refused attempts are counted too, unless a transaction rolls them back.
 */
export async function spendBudgets(
  shop: RateLimitedShop,
  budgets: readonly Budget[],
  message: string,
  amount = 1,
): Promise<void> {
  if (!(await trySpend(shop, budgets, amount))) throw new ShopError('too_many', message);
}

/**
 * Counts a use of `amount` in each budget, in order. Returns false at the first budget that is exhausted; the use stays
 * counted in that budget and in those before it.
 */
export async function trySpend({ db, now }: RateLimitedShop, budgets: readonly Budget[], amount = 1): Promise<boolean> {
  for (const { key, max, windowMs } of budgets) {
    if ((await incrementCount(db, now(), key, windowMs, amount)) > max) return false;
  }
  return true;
}

/** Undoes a count made at the time `at`, if its window has not been replaced since. */
export async function decrementCount(
  { db }: Pick<RateLimitedShop, 'db'>,
  key: string,
  at: number,
  amount = 1,
): Promise<void> {
  await db.write
    .updateTable('rate_window')
    .set((eb) => ({ count: eb('count', '-', amount) }))
    .where('key', '=', key)
    .where('started_at', '<=', at)
    .where('count', '>=', amount)
    .execute();
  await db.write.deleteFrom('rate_window').where('key', '=', key).where('count', '=', 0).execute();
}

/** Adds to the count of the current window, and returns the new count. */
export async function incrementCount(
  db: CountingDb,
  now: number,
  key: string,
  windowMs: number,
  amount = 1,
): Promise<number> {
  const addition = { key, amount, now, earliestStart: now - windowMs, latestStart: latestValidStart(now) };
  const count = () => addToWindow(db.write, addition);
  const { rows } = await (db.context ? db.context.outsideAttempt(count) : count());
  return rows[0]?.count ?? 0;
}

interface Addition {
  key: string;
  amount: number;
  now: number;
  /** A window that began at this time or earlier has ended. */
  earliestStart: number;
  /** A window that began after this time has also ended, because it was stored before the clock was set back. */
  latestStart: number;
}

const addToWindow = preparedQuery((db, { key, amount, now, earliestStart, latestStart }: Addition) => {
  const isWindowOver = sql<boolean>`(rate_window.started_at <= ${earliestStart} or rate_window.started_at > ${latestStart})`;
  return db
    .insertInto('rate_window')
    .values({ key, started_at: now, count: amount })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isWindowOver} then ${amount} else rate_window.count + ${amount} end`,
        started_at: sql<number>`case when ${isWindowOver} then ${now} else rate_window.started_at end`,
      }),
    )
    .returning('count');
});

/** Returns the count of the current window, or 0 if there is no current window. */
export async function currentCount(db: CountingDb, now: number, key: string, windowMs: number): Promise<number> {
  return (await readCurrentWindow(db, now, key, windowMs))?.count ?? 0;
}

/** Returns when an exhausted budget can be used again, or undefined if the budget is not exhausted. */
export async function exhaustedUntil(
  db: CountingDb,
  now: number,
  { key, max, windowMs }: Budget,
): Promise<number | undefined> {
  const currentWindow = await readCurrentWindow(db, now, key, windowMs);
  if (!currentWindow || currentWindow.count < max) return undefined;
  return Math.min(currentWindow.started_at, now) + windowMs;
}

function readCurrentWindow({ write }: CountingDb, now: number, key: string, windowMs: number) {
  return write
    .selectFrom('rate_window')
    .select(['count', 'started_at'])
    .where('key', '=', key)
    .where('started_at', '>', now - windowMs)
    .where('started_at', '<=', latestValidStart(now))
    .executeTakeFirst();
}
