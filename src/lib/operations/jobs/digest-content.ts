import type { DigestFacts } from '#lib/operations/jobs/digest-facts.server.ts';
import { remainingStockText } from '#lib/operations/today/low-stock.ts';
import type { MailContent } from '#lib/platform/mail/mail-text.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { indianDay } from '#lib/primitives/indian-time.ts';
import { countText, plural } from '#lib/primitives/plural.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

const MAX_NAMES = 10;

/** Returns the morning summary: yesterday's sales, open tasks, low stock, failed searches, and the last backup. */
export function digestContent(facts: DigestFacts): MailContent {
  const { at, lowStock, soldOut, searches } = facts;
  const { orders, paise } = facts.yesterday;
  const todo = todoItems(facts);
  const sections = Object.entries({
    'To do': todo.length > 0 ? todo : ['Nothing to do.'],
    'Sold out, bought within the last 30 days': limitedList(soldOut.map(goodsName)),
    'Low stock': limitedList(lowStock.map((item) => `${goodsName(item)}: ${remainingStockText(item)}`)),
    'Searches without results since yesterday': limitedList(searches.map(({ term, times }) => `${term} (${times} ×)`)),
    Backup: backupText(facts.backupAgeMs),
  });
  return {
    heading: `${indianDay(at - DAY_MS)}: ${orders === 0 ? 'no orders' : `${countText(orders, 'order')}, ${priceText(paise)}`}`,
    lines: [],
    sheet: {
      goods: [],
      sums: [],
      facts: sections.flatMap(([label, lines]) => (lines.length > 0 ? { label, lines } : [])),
    },
  };
}

function todoItems(facts: DigestFacts): string[] {
  const { openOrderCount, refunds, openTicketCount, openExchangeCount, stuckMailCount } = facts;
  return [
    ...task(openOrderCount, 'to ship', 'orders list'),
    ...task(refunds.count, `to refund, ${priceText(refunds.paise)}`, 'orders list --refunds'),
    ...task(openTicketCount, plural(openTicketCount, 'open ticket'), 'tickets list'),
    ...task(
      openExchangeCount,
      plural(openExchangeCount, 'exchange to handle', 'exchanges to handle'),
      'exchanges list',
    ),
    ...task(stuckMailCount, plural(stuckMailCount, 'email is stuck', 'emails are stuck'), 'mails list'),
  ];
}

function task(count: number, label: string, command: string): string[] {
  return count === 0 ? [] : [`${count} ${label} (npm run shop -- ${command})`];
}

function limitedList(names: readonly string[]): string[] {
  const moreCount = names.length - MAX_NAMES;
  return [...names.slice(0, MAX_NAMES), ...(moreCount > 0 ? [`and ${moreCount} more`] : [])];
}

function backupText(ageMs: number | undefined): string[] {
  if (ageMs === undefined) return ['Turned off: BACKUP_DIR is not set.'];
  if (ageMs === Number.POSITIVE_INFINITY) return ['No backup yet.'];
  return [`The newest is ${countText(Math.floor(ageMs / HOUR_MS), 'hour')} old.`];
}
