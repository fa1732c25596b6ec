import type { DigestFacts, FewGoods } from '#lib/operations/jobs/digest-facts.server.ts';
import type { SheetFact } from '#lib/platform/mail/mail-sheet.ts';
import type { MailContent } from '#lib/platform/mail/mail-text.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { indianDay } from '#lib/primitives/indian-time.ts';
import { metresText } from '#lib/primitives/metres.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

const MOST_NAMED = 10;

/** One mail a morning: what happened, what is to be done, what runs out. What is well takes one line or none. */
export function digestContent(facts: DigestFacts): MailContent {
  const { at, yesterday, few, soldOut, searches } = facts;
  const todo = whatToDo(facts);
  const facts_ = [
    fact('To do', todo.length > 0 ? todo : ['Nothing waits for you.']),
    fact('Sold out, and asked for within 30 days', named(soldOut.map(goodsName))),
    fact('Running low', named(few.map((goods) => `${goodsName(goods)}: ${leftText(goods)}`))),
    fact('Looked for in vain since yesterday', named(searches.map(({ term, times }) => `${term} (${times} ×)`))),
    fact('Backup', backupText(facts.backupAgeMs)),
  ];
  return {
    heading: `${indianDay(at - DAY_MS)}: ${ordersText(yesterday)}`,
    lines: [],
    sheet: { goods: [], sums: [], facts: facts_.filter(({ lines }) => lines.length > 0) },
  };
}

function fact(label: string, lines: readonly string[]): SheetFact {
  return { label, lines };
}

function ordersText({ orders, paise }: DigestFacts['yesterday']): string {
  if (orders === 0) return 'no orders';
  return `${orders} ${orders === 1 ? 'order' : 'orders'}, ${priceText(paise)}`;
}

function whatToDo({ toShip, refunds, tickets, exchanges, stuckMails }: DigestFacts): string[] {
  return [
    ...task(toShip, 'to ship', 'orders list'),
    ...task(refunds.count, `to send back, ${priceText(refunds.paise)}`, 'orders list --refunds'),
    ...task(tickets, tickets === 1 ? 'open ticket' : 'open tickets', 'tickets list'),
    ...task(exchanges, exchanges === 1 ? 'exchange to see to' : 'exchanges to see to', 'exchanges list'),
    ...task(stuckMails, stuckMails === 1 ? 'mail is stuck' : 'mails are stuck', 'mails list'),
  ];
}

function task(count: number, what: string, command: string): string[] {
  return count === 0 ? [] : [`${count} ${what} (npm run shop -- ${command})`];
}

function named(names: readonly string[]): string[] {
  const more = names.length - MOST_NAMED;
  return [...names.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])];
}

function leftText({ sellUnit, quantity }: FewGoods): string {
  return `${sellUnit === 'metre' ? metresText(quantity) : quantity} left`;
}

function backupText(ageMs: number | undefined): string[] {
  if (ageMs === undefined) return ['The shop makes none: see BACKUP_DIR.'];
  if (ageMs === Number.POSITIVE_INFINITY) return ['There is none.'];
  return [`The newest is ${Math.floor(ageMs / HOUR_MS)} hours old.`];
}
