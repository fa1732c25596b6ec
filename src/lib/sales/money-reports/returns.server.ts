import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import type { Period } from '#lib/sales/money-reports/month.ts';
import type { ReportTable } from '#lib/sales/money-reports/report-table.ts';
import { CREDIT_NAMES } from '#lib/sales/orders/record/credit.ts';

interface Returned {
  reason: string;
  place: string;
  paise: number;
}

/** What came back in a period, or was refused at the door, by reason and by pincode, the most frequent first. */
export async function returnsOf(
  { read }: Pick<ShopDatabase, 'read'>,
  { from, to }: Period,
): Promise<{ byReason: ReportTable; byPlace: ReportTable }> {
  const credits = await read
    .selectFrom('order_credit')
    .innerJoin('orders', 'orders.id', 'order_credit.order_id')
    .select(['kind', 'reason', 'order_credit.total_paise as paise', 'address_json'])
    .where('order_credit.created_at', '>=', from)
    .where('order_credit.created_at', '<', to)
    .where('kind', 'in', ['refused', 'returned'])
    .execute();
  const returned = credits.map(({ kind, reason, paise, address_json }): Returned => {
    const { pincode = '', city = '' }: Partial<OrderAddress> = JSON.parse(address_json);
    return {
      reason: [CREDIT_NAMES[kind], reason].filter(Boolean).join(': '),
      place: `${pincode} ${city}`.trim(),
      paise,
    };
  });
  return {
    byReason: counted('Reason', returned, ({ reason }) => reason),
    byPlace: counted('Pincode', returned, ({ place }) => place),
  };
}

function counted(heading: string, returned: readonly Returned[], textOf: (one: Returned) => string): ReportTable {
  const rows = [...Map.groupBy(returned, textOf)].map(
    ([text, group]) => [text, group.length, group.reduce((sum, { paise }) => sum + paise, 0)] as const,
  );
  return {
    columns: [
      [heading, 'text'],
      ['Returns', 'number'],
      ['Amount', 'total'],
    ],
    rows: rows.toSorted((a, b) => b[1] - a[1] || b[2] - a[2]),
  };
}
