import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { EXCHANGE_REASONS } from '#lib/sales/exchanges/exchange.ts';
import type { Period } from '#lib/sales/money-reports/month.ts';
import type { ReportTable } from '#lib/sales/money-reports/report-table.ts';
import { CREDIT_NAMES } from '#lib/sales/orders/record/credit.ts';

/** A return, a refused parcel or an exchange. */
interface ReturnEntry {
  /** The reasons. An exchange may have several reasons, and counts for each reason. */
  reasons: string[];
  /** The pincode and the city. */
  place: string;
  isExchange: boolean;
  /** The amount that was deducted from the order, in paise, or 0 for an exchange. */
  paise: number;
}

/**
 * Reads the returns, refused parcels and exchanges of a period, the most frequent groups first. Exchanges count on the
 * day of the request. Exchanges that were declined, or whose goods did not arrive in time, don't count.
 */
export async function returnsOf({ read }: Pick<ShopDatabase, 'read'>, { from, to }: Period) {
  const [credits, exchanges] = await Promise.all([
    read
      .selectFrom('order_credit')
      .innerJoin('orders', 'orders.id', 'order_credit.order_id')
      .select(['kind', 'reason', 'order_credit.total_paise as paise', 'address_json'])
      .where('order_credit.created_at', '>=', from)
      .where('order_credit.created_at', '<', to)
      .where('kind', 'in', ['refused', 'returned'])
      .execute(),
    read
      .selectFrom('exchange')
      // With an inner join, SQLite would read all orders, and look for the exchanges of each order.
      .leftJoin('orders', 'orders.id', 'exchange.order_id')
      .select(['reasons_json', 'custom_reason', 'address_json'])
      .where('exchange.created_at', '>=', from)
      .where('exchange.created_at', '<', to)
      .where('state', 'not in', ['declined', 'expired'])
      .execute(),
  ]);
  const entries = [
    ...credits.map(({ kind, reason, paise, address_json }): ReturnEntry => {
      const reasons = [[CREDIT_NAMES[kind], reason].filter(Boolean).join(': ')];
      return { reasons, place: placeOf(address_json), isExchange: false, paise };
    }),
    ...exchanges.map(({ reasons_json, custom_reason, address_json }): ReturnEntry => {
      const reasons = exchangeReasons(JSON.parse(reasons_json), custom_reason);
      return { reasons, place: placeOf(address_json), isExchange: true, paise: 0 };
    }),
  ];
  return {
    byReason: countGroups(['Reason'], entries, ({ reasons }) => reasons.map((reason) => [reason])),
    byPlace: countGroups(['Pincode'], entries, ({ place }) => [[place]]),
    byReasonAndPlace: countGroups(['Reason', 'Pincode'], entries, ({ reasons, place }) =>
      reasons.map((reason) => [reason, place]),
    ),
  };
}

function placeOf(addressJson: string | null): string {
  const { pincode = '', city = '' }: Partial<OrderAddress> = JSON.parse(addressJson ?? '{}');
  return `${pincode} ${city}`.trim();
}

/** Returns the reasons of an exchange. All custom reasons count as the reason "Other". */
function exchangeReasons(reasons: readonly string[], customReason: string): string[] {
  const standardReasons = EXCHANGE_REASONS.filter((reason) => reasons.includes(reason));
  const reasonNames = [...standardReasons, ...(customReason ? ['Other'] : [])];
  return (reasonNames.length > 0 ? reasonNames : ['No reason']).map((reason) => `Exchange: ${reason}`);
}

function countGroups(
  headings: readonly string[],
  entries: readonly ReturnEntry[],
  keysOf: (entry: ReturnEntry) => readonly (readonly string[])[],
): ReportTable {
  const groups = new Map<
    string,
    { key: readonly string[]; returnCount: number; exchangeCount: number; paise: number }
  >();
  for (const entry of entries) {
    for (const key of keysOf(entry)) {
      const group = groups.get(key.join('\n')) ?? { key, returnCount: 0, exchangeCount: 0, paise: 0 };
      group[entry.isExchange ? 'exchangeCount' : 'returnCount'] += 1;
      group.paise += entry.paise;
      groups.set(key.join('\n'), group);
    }
  }
  const sortedGroups = [...groups.values()].sort(
    (a, b) => b.returnCount + b.exchangeCount - (a.returnCount + a.exchangeCount) || b.paise - a.paise,
  );
  return {
    columns: [
      ...headings.map((heading) => [heading, 'text'] as const),
      ['Returns', 'number'],
      ['Exchanges', 'number'],
      ['Amount', 'total'],
    ],
    rows: sortedGroups.map(({ key, returnCount, exchangeCount, paise }) => [...key, returnCount, exchangeCount, paise]),
  };
}
