import { type SearchMiss, searchMisses } from '#lib/catalog/search/search-misses.server.ts';
import { lowStockItems } from '#lib/operations/today/low-stock.server.ts';
import type { LowStockItem } from '#lib/operations/today/low-stock.ts';
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

export interface DigestFacts {
  /** The time of the facts in epoch ms. */
  at: number;
  yesterday: { orders: number; paise: number };
  /** The number of orders that must still be confirmed, packed or shipped. */
  openOrderCount: number;
  refunds: { count: number; paise: number };
  openTicketCount: number;
  /** The number of exchanges that are requested, or whose items were returned but not replaced yet. */
  openExchangeCount: number;
  /** Variants with little stock that sold within 30 days, best-selling first. */
  lowStock: LowStockItem[];
  /** Variants without stock that sold within 30 days, best-selling first. */
  soldOut: LowStockItem[];
  searches: SearchMiss[];
  stuckMailCount: number;
  /** The result of `backupAge`. */
  backupAgeMs: number | undefined;
}

export async function digestFacts({ db, settings, now }: Pick<Shop, 'db' | 'settings' | 'now'>): Promise<DigestFacts> {
  const at = now();
  const items = await lowStockItems(db, at);
  const { toConfirm, unconfirmed, toPack, toShip, refunds, tickets, exchanges } = await countOpenTasks(db, at);
  const { givenUpCount, lateCount } = await countStuckMails(db, at);
  return {
    at,
    yesterday: await salesBetween(db, indianMidnight(at) - DAY_MS, indianMidnight(at)),
    openOrderCount: toConfirm + unconfirmed + toPack + toShip,
    refunds,
    openTicketCount: tickets,
    openExchangeCount: exchanges,
    lowStock: items.filter(({ quantity }) => quantity > 0),
    soldOut: items.filter(({ quantity }) => quantity === 0),
    searches: await searchMisses(db, SEARCH_DAYS, at, MAX_SEARCHES),
    stuckMailCount: givenUpCount + lateCount,
    backupAgeMs: await backupAge(settings, at),
  };
}
