import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import { CREDIT_NAMES } from '#lib/sales/orders/record/credit.ts';
import { creditedGoodsTexts } from '#lib/sales/orders/record/goods-name.ts';
import {
  type AmountsLine,
  type AmountsOrder,
  type OrderCredit,
  orderAmounts,
} from '#lib/sales/orders/record/order-amounts.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

type NamedLine = AmountsLine & { name: string; variant: string };

export function orderMoney(
  order: AmountsOrder,
  lines: readonly NamedLine[],
  credits: readonly OrderCredit[],
  refunds: readonly RefundTable[],
) {
  const sum = (state: RefundTable['state']) =>
    refunds.reduce((paise, refund) => paise + (refund.state === state ? refund.amount_paise : 0), 0);
  return {
    credits: credits.map((credit) => creditSummary(credit, lines)),
    amounts: orderAmounts(order, lines, credits),
    /** The sum of the due refunds. */
    duePaise: sum('due'),
    /** The sum of the sent refunds. */
    sentPaise: sum('sent'),
  };
}

function creditSummary(credit: OrderCredit, lines: readonly NamedLine[]) {
  const { kind, reason, total_paise: paise, note_number: creditNoteNumber, created_at: at } = credit;
  return {
    name: CREDIT_NAMES[kind],
    /** Texts such as `1 × Scarf`; an empty array if only money is refunded. */
    goods: creditedGoodsTexts(credit, lines),
    reason,
    paise,
    at,
    /** The number of the credit note; null if the credit has no credit note. */
    creditNoteNumber,
  };
}

/**
 * Returns the credits, current amounts and refunds of an order, in rupees. `now` contains the amounts after all
 * credits.
 */
export function orderMoneyJson({ credits, amounts, duePaise, sentPaise }: ReturnType<typeof orderMoney>) {
  return {
    credits: credits.map(({ name, goods, reason, paise, at, creditNoteNumber }) => ({
      name,
      goods,
      reason,
      total: paiseToRupees(paise),
      creditNote: creditNoteNumber,
      createdAt: new Date(at).toISOString(),
    })),
    now: {
      subtotal: paiseToRupees(amounts.subtotalPaise),
      discount: paiseToRupees(amounts.discountPaise),
      delivery: paiseToRupees(amounts.deliveryPaise),
      tax: paiseToRupees(amounts.taxPaise),
      total: paiseToRupees(amounts.totalPaise),
      toPay: paiseToRupees(amounts.toPayPaise),
    },
    refunds: { due: paiseToRupees(duePaise), sent: paiseToRupees(sentPaise) },
  };
}
