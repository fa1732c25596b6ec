import { searchMisses } from '#lib/catalog/search/search-misses.server.ts';
import { lowStockItems } from '#lib/operations/today/low-stock.server.ts';
import { countOpenTasks } from '#lib/operations/today/open-tasks.server.ts';
import { backupAge } from '#lib/operations/today/today.server.ts';
import { countStuckMails } from '#lib/platform/mail/mail-admin.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { indianMidnight } from '#lib/primitives/indian-time.ts';
import { salesBetween } from '#lib/sales/money-reports/sales.server.ts';

const MAX_SEARCHES = 10;
/** Searches are counted by UTC day, and a day in India spans two UTC days. */
const SEARCH_DAYS = 2;

export type DigestFacts = Awaited<ReturnType<typeof digestFacts>>;

export async function digestFacts({ db, settings, now }: Pick<Shop, 'db' | 'settings' | 'now'>) {
  const at = now();
  const items = await lowStockItems(db, at);
  const { toConfirm, unconfirmed, toPack, toShip, refunds, tickets, exchanges } = await countOpenTasks(db, at);
  const { givenUpCount, lateCount } = await countStuckMails(db, at);
  return {
    /** The time of the facts in epoch ms. */
    at,
    yesterday: await salesBetween(db, indianMidnight(at) - DAY_MS, indianMidnight(at)),
    /** The number of orders that must still be confirmed, packed or shipped. */
    openOrderCount: toConfirm + unconfirmed + toPack + toShip,
    refunds,
    openTicketCount: tickets,
    /** The number of exchanges that are requested, or whose items were returned but not replaced yet. */
    openExchangeCount: exchanges,
    /** Variants with little stock that sold within 30 days, best-selling first. */
    lowStock: items.filter(({ quantity }) => quantity > 0),
    /** Variants without stock that sold within 30 days, best-selling first. */
    soldOut: items.filter(({ quantity }) => quantity === 0),
    searches: await searchMisses(db, SEARCH_DAYS, at, MAX_SEARCHES),
    stuckMailCount: givenUpCount + lateCount,
    /** The result of `backupAge`. */
    backupAgeMs: await backupAge(settings, at),
  };
}
