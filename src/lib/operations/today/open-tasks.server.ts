import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

export interface OpenTasks {
  /** Placed, and not confirmed yet. */
  toConfirm: number;
  /** Placed or confirmed. */
  toShip: number;
  /** Delivered orders whose cash the courier has. */
  cashDue: number;
  refunds: { count: number; paise: number };
  tickets: number;
  /** Requested, or with items that came back and were not answered yet. */
  exchanges: number;
}

export async function openTasks({ read }: Pick<ShopDatabase, 'read'>): Promise<OpenTasks> {
  const counts = await read
    .selectNoFrom((of) => {
      const count = of.fn.countAll<number>().as('n');
      const due = of.selectFrom('refund').where('state', '=', 'due');
      const ordersIn = (states: ('placed' | 'processing')[]) =>
        of.selectFrom('orders').where('order_status', 'in', states).select(count);
      const exchanges = of.selectFrom('exchange').where('state', 'in', ['requested', 'received']);
      return [
        ordersIn(['placed']).as('toConfirm'),
        ordersIn(['placed', 'processing']).as('toShip'),
        // A literal, because the index is for this value only.
        of.selectFrom('orders').where(sql<boolean>`cash_due = 1`).select(count).as('cashDue'),
        due.select(count).as('refunds'),
        due.select((sum) => sum.fn.sum<number | null>('amount_paise').as('sum')).as('refundsPaise'),
        of.selectFrom('ticket').where('state', '=', 'open').select(count).as('tickets'),
        exchanges.where('shipped_at', 'is', null).select(count).as('exchanges'),
      ];
    })
    .executeTakeFirstOrThrow();
  return {
    toConfirm: Number(counts.toConfirm),
    toShip: Number(counts.toShip),
    cashDue: Number(counts.cashDue),
    refunds: { count: Number(counts.refunds), paise: Number(counts.refundsPaise ?? 0) },
    tickets: Number(counts.tickets),
    exchanges: Number(counts.exchanges),
  };
}
