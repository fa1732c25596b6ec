import type { ApiAnswer } from '#islands/ui/api-answer.ts';

interface PaymentResult {
  orderStatus: string;
  paymentStatus: string;
}

/** `undefined` while the shop can't be reached. `frame` holds the guest's token. */
export async function paymentResult(orderId: string, frame: string): Promise<PaymentResult | undefined> {
  const { search } = new URL(frame, location.origin);
  try {
    const response = await fetch(`/public/payment-gateway/${orderId}/status${search}`, {
      headers: { accept: 'application/json' },
    });
    const answer = (await response.json()) as ApiAnswer<PaymentResult>;
    return answer.status === 'success' ? (answer.data ?? undefined) : undefined;
  } catch {
    // The dialog asks again.
    return undefined;
  }
}

/** `undefined` for any message that is not our frame's about this order. */
export function frameMessage(message: unknown, orderId: string): string | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { type, order, state } = message as Record<string, unknown>;
  return type === 'payment' && order === orderId && typeof state === 'string' ? state : undefined;
}

/** Frees the goods of a payer who leaves; only a hint. A beacon is sent even while the page closes. */
export function leavePayment(frame: string): void {
  navigator.sendBeacon(frame, new URLSearchParams({ method: 'later' }));
}
