import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { isUnshippedCashOrder } from '#lib/sales/orders/record/orders.ts';
import type { PaymentReport } from '#lib/sales/payments/payments.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

/** Returns a sentence for the owner that explains why a payment has to be refunded. */
export function refundNotice(paise: number, reason: ReturnType<typeof refundReason>): string {
  return `${priceText(paise)} was paid ${REASON_TEXTS[reason]}, so a refund is due.`;
}

const REASON_TEXTS = {
  paid_twice: 'for an order that was already paid',
  too_late: 'after the order was cancelled',
  paid_at_door: 'online for a cash order',
  wrong_amount: 'instead of the amount of the order',
};

/** Returns the reason why a payment can't be used for the order and must be refunded. */
export function refundReason(
  order: OrderRow,
  { purpose }: PaymentReport,
): 'paid_twice' | 'too_late' | 'paid_at_door' | 'wrong_amount' {
  if (order.payment_method !== 'cod' && order.paid_at !== null) return 'paid_twice';
  if (purpose === 'advance' && order.advance_paid === 1) return 'paid_twice';
  if (order.order_status === 'cancelled') return 'too_late';
  if (order.payment_status === 'unpaid' || (purpose === 'instead' && isUnshippedCashOrder(order)))
    return 'wrong_amount';
  return order.payment_method === 'cod' ? 'paid_at_door' : 'wrong_amount';
}
