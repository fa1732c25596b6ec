import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Period } from '#lib/sales/money-reports/month.ts';

export interface GatewayTransaction {
  kind: 'payment' | 'refund';
  /** The gateway's id of the payment or refund. */
  reference: string;
  paise: number;
  /** When the gateway reported the payment, or when the refund was last updated, in epoch ms. */
  at: number;
  orderId: string;
  orderNumber: string;
}

type Reader = ShopDatabase['read'];

/** The maximum length of `missingTransactions` and `unknownEntries`. Longer lists mean that reports are missing. */
const MAX_ROWS = 200;

/** Compares the online payments and refunds of a month with the uploaded settlement reports. */
export async function reconcile({ read }: Pick<ShopDatabase, 'read'>, month: Period) {
  const [settlements, transactions, unmatchedEntries] = await Promise.all([
    readSettlements(read, month),
    recordedTransactions(read, month),
    unknownEntries(read, month),
  ]);
  return {
    settlements,
    unknownEntries: unmatchedEntries,
    /** The payments and refunds of the month that are in no report. */
    missingTransactions: transactions.filter(({ settledPaise }) => settledPaise === null).slice(0, MAX_ROWS),
    /** The payments and refunds whose amounts in the shop and in the reports differ. */
    differentAmounts: transactions.flatMap(({ settledPaise, ...transaction }) =>
      settledPaise === null || settledPaise === transaction.paise ? [] : [{ ...transaction, settledPaise }],
    ),
  };
}

/** Reads the transfers to the shop's bank account, the oldest first. */
async function readSettlements(read: Reader, { from, to }: Period) {
  const rows = await read
    .selectFrom('settlement_entry')
    .select(({ fn }) => [
      'settlement_id',
      fn.max('utr').as('utr'),
      fn.max('settled_at').as('settled_at'),
      fn.countAll<number>().as('entry_count'),
      fn.sum<number>('fee_paise').as('fee'),
      fn.sum<number>('tax_paise').as('tax'),
      fn.sum<number>('net_paise').as('net'),
    ])
    .where('settled_at', '>=', from)
    .where('settled_at', '<', to)
    .groupBy('settlement_id')
    .execute();
  return rows
    .map(({ settlement_id, utr, settled_at, entry_count, fee, tax, net }) => ({
      ...{ id: settlement_id, utr, settledAt: Number(settled_at), entryCount: Number(entry_count) },
      // The tax is the GST that is included in the fee, and the net amount is the amount that arrives at the bank.
      ...{ feePaise: Number(fee), taxPaise: Number(tax), netPaise: Number(net) },
    }))
    .sort((a, b) => a.settledAt - b.settledAt);
}

type RecordedTransaction = GatewayTransaction & { settledPaise: number | null };

/**
 * Reads the payments that the gateway has reported and the refunds that the gateway has sent. A payment that was
 * reported more than once is read once.
 */
async function recordedTransactions(read: Reader, { from, to }: Period): Promise<RecordedTransaction[]> {
  const { rows } = await sql<RecordedTransaction>`
    select 'payment' as kind, payment_event.reference as reference, max(payment_event.amount_paise) as paise,
      min(payment_event.at) as at, orders.id as "orderId", orders.number as "orderNumber",
      settlement_entry.amount_paise as "settledPaise"
    from payment_event inner join orders on orders.id = payment_event.order_id
    left join settlement_entry on settlement_entry.id = payment_event.reference
    where payment_event.at >= ${from} and payment_event.at < ${to} and payment_event.outcome = 'paid'
      and payment_event.reference is not null and payment_event.provider = 'razorpay'
    group by payment_event.reference, orders.id, orders.number, settlement_entry.amount_paise
    union all
    select 'refund', refund.gateway_refund, refund.amount_paise, refund.updated_at, orders.id, orders.number,
      settlement_entry.amount_paise
    from refund inner join orders on orders.id = refund.order_id
    left join settlement_entry on settlement_entry.id = refund.gateway_refund
    where refund.updated_at >= ${from} and refund.updated_at < ${to} and refund.gateway_refund is not null
      and refund.provider = 'razorpay' and refund.state = 'sent'
    order by 4, 2`.execute(read);
  return rows.map(({ paise, at, settledPaise, ...row }) => ({
    ...{ ...row, paise: Number(paise), at: Number(at) },
    settledPaise: settledPaise === null ? null : Number(settledPaise),
  }));
}

/**
 * Reads the entries that match no payment or refund of the shop, including the gateway's fees and adjustments, which
 * belong to no payment. The net amount in paise is negative if the amount was deducted.
 */
function unknownEntries(read: Reader, { from, to }: Period) {
  return read
    .selectFrom('settlement_entry')
    .select(['id', 'kind', 'net_paise as paise', 'settled_at as settledAt', 'settlement_id as settlementId'])
    .where('settled_at', '>=', from)
    .where('settled_at', '<', to)
    .where((eb) =>
      eb.not(
        eb.or([
          eb.exists(
            eb.selectFrom('payment_event').select('event_id').whereRef('reference', '=', 'settlement_entry.id'),
          ),
          eb.exists(eb.selectFrom('refund').select('refund.id').whereRef('gateway_refund', '=', 'settlement_entry.id')),
        ]),
      ),
    )
    .orderBy('settled_at')
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute();
}
