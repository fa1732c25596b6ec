import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { isUnshippedCash } from '#lib/sales/orders/record/orders.ts';

/**
 * Whether the state of a cash-on-delivery order allows paying for it online (product.md, "Payment").
 * `quoteOnlinePayment` also checks whether the shop offers it.
 */
export function maySwitchToOnline(order: Pick<OrderRow, 'order_status' | 'payment_status' | 'collected'>): boolean {
  return isUnshippedCash(order);
}

/** The page on which the buyer pays for the order; `token` is that of a guest's link. */
export function payOnlinePath(orderId: string, token?: string): string {
  const query = new URLSearchParams({ ...(token === undefined ? {} : { token }), state: 'instead' });
  return `/checkout/payment/${orderId}?${query}`;
}
