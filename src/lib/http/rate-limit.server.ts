import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/db/db.server.ts';
import { latestBegin } from '#lib/identity/clock.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** What may be done at most `most` times, or for `most` of a unit such as bytes, in a window that begins with the first. */
export interface Budget {
  /** Who or what is counted, such as `mail-to:asha@example.com`. */
  key: string;
  most: number;
  windowMs: number;
}

/**
 * Counts `amount` against each budget in turn; throws `too_many` with `message` at the first that is overdrawn. It stands
 * outside every transaction, so that a refusal is counted too.
 */
export async function spendBudgets(
  { db, now }: { db: ShopDatabase; now: () => number },
  budgets: Budget[],
  message: string,
  amount = 1,
): Promise<void> {
  for (const { key, most, windowMs } of budgets) {
    if ((await countUp(db, now(), key, windowMs, amount)) > most) throw new ShopError('too_many', message);
  }
}

/** Counts up under `key` in a window that begins with the first, over all processes; gives the count so far. */
export async function countUp(
  db: ShopDatabase,
  now: number,
  key: string,
  windowMs: number,
  amount = 1,
): Promise<number> {
  // One from the future was counted before the clock was set back, and would last longer than its rule.
  const isOver = sql<boolean>`(rate_window.started_at <= ${now - windowMs} or rate_window.started_at > ${latestBegin(now)})`;
  const counting = db.write
    .insertInto('rate_window')
    .values({ key, started_at: now, count: amount })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then ${amount} else rate_window.count + ${amount} end`,
        started_at: sql<number>`case when ${isOver} then ${now} else rate_window.started_at end`,
      }),
    )
    .returning('count');
  const { count } = await db.asker.besidesAttempt(() => counting.executeTakeFirstOrThrow());
  return Number(count);
}

/** The count of a window that is not over, without adding to it. */
export async function countSoFar(db: ShopDatabase, now: number, key: string, windowMs: number): Promise<number> {
  const row = await db.write
    .selectFrom('rate_window')
    .select('count')
    .where('key', '=', key)
    .where('started_at', '>', now - windowMs)
    .where('started_at', '<=', latestBegin(now))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** One household has one IPv4 address, or a /64 of IPv6, whose other half it may choose freely. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return `${[...first, ...(address.includes('::') ? zeros : []), ...last].slice(0, 4).join(':')}::/64`;
}
