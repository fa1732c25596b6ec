import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import { amountText } from '#lib/primitives/metres.ts';
import { CREDIT_NAMES } from '#lib/sales/orders/record/credit.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';
import {
  type AmountsLine,
  type AmountsOrder,
  type OrderAmounts,
  type OrderCredit,
  orderAmounts,
} from '#lib/sales/orders/record/order-amounts.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

interface CreditSummary {
  name: string;
  /** Texts such as `1 × Scarf`; an empty array if only money is refunded. */
  goods: string[];
  reason: string | null;
  paise: number;
  at: number;
  /** The number of the credit note; null if the credit has no credit note. */
  creditNoteNumber: string | null;
}

interface OrderMoney {
  credits: CreditSummary[];
  amounts: OrderAmounts;
  /** The sum of the due refunds. */
  duePaise: number;
  /** The sum of the sent refunds. */
  sentPaise: number;
}

type NamedLine = AmountsLine & { name: string; variant: string };

export function orderMoney(
  order: AmountsOrder,
  lines: readonly NamedLine[],
  credits: readonly OrderCredit[],
  refunds: readonly RefundTable[],
): OrderMoney {
  const sum = (state: RefundTable['state']) =>
    refunds.reduce((paise, refund) => paise + (refund.state === state ? refund.amount_paise : 0), 0);
  return {
    credits: credits.map((credit) => creditSummary(credit, lines)),
    amounts: orderAmounts(order, lines, credits),
    duePaise: sum('due'),
    sentPaise: sum('sent'),
  };
}

function creditSummary(credit: OrderCredit, lines: readonly NamedLine[]): CreditSummary {
  const goods = credit.lines.flatMap(({ position, quantity }) => {
    const line = lines.find((orderLine) => orderLine.position === position);
    if (!line || quantity === 0) return [];
    const quantityText = amountText(line.sell_unit, quantity);
    return [`${quantityText} ${goodsName(line)}`];
  });
  const { kind, reason, total_paise: paise, note_number: creditNoteNumber, created_at: at } = credit;
  return { name: CREDIT_NAMES[kind], goods, reason, paise, at, creditNoteNumber };
}

/** The credits, current amounts and refunds of an order, in rupees. `now` contains the amounts after all credits. */
export interface OrderMoneyJson {
  credits: {
    name: string;
    goods: string[];
    reason: string | null;
    total: number;
    creditNote: string | null;
    createdAt: string;
  }[];
  now: { subtotal: number; discount: number; delivery: number; tax: number; total: number; toPay: number };
  refunds: { due: number; sent: number };
}

export function orderMoneyJson({ credits, amounts, duePaise, sentPaise }: OrderMoney): OrderMoneyJson {
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
