import type { ApiAnswer } from '#islands/ui/api-answer.ts';

interface PaymentResult {
  orderStatus: string;
  paymentStatus: string;
}

/** What has become of an order's payment; `undefined` while the shop can't be reached. `frame` holds the guest's token. */
export async function paymentResult(orderId: string, frame: string): Promise<PaymentResult | undefined> {
  const { search } = new URL(frame, location.origin);
  try {
    const response = await fetch(`/public/payment-gateway/${orderId}/status${search}`, {
      headers: { accept: 'application/json' },
    });
    const answer = (await response.json()) as ApiAnswer<PaymentResult>;
    return answer.status === 'success' ? (answer.data ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** The state that a message of our frame tells of this order; `undefined` for any other message. */
export function frameMessage(message: unknown, orderId: string): string | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { type, order, state } = message as Record<string, unknown>;
  return type === 'payment' && order === orderId && typeof state === 'string' ? state : undefined;
}

/**
 * Tells the shop that the payment page is left without paying, so that the goods go on sale again; sent as the page goes, too.
 * Only a hint: whoever comes back, or has paid after all, gets them as long as they are there.
 */
export function leavePayment(frame: string): void {
  navigator.sendBeacon(frame, new URLSearchParams({ method: 'later' }));
}
