import { getFromApi } from '#islands/ui/api-response.ts';
import { FRAME_STATES, type FrameState } from '#lib/sales/payments/frame.ts';

interface PaymentResult {
  orderStatus: string;
  paymentStatus: string;
  isAwaited: boolean;
  heldUntil: number | null;
}

/**
 * Returns the state of the payment, or `undefined` if the request fails. For a guest, `framePath` contains the token.
 */
export async function fetchPaymentResult(orderId: string, framePath: string): Promise<PaymentResult | undefined> {
  const { search } = new URL(framePath, location.origin);
  try {
    const { status, data } = await getFromApi<PaymentResult>(`/public/payment-gateway/${orderId}/status${search}`);
    return status === 'success' ? data : undefined;
  } catch {
    // The page retries.
    return undefined;
  }
}

/** Returns the state in a message, or `undefined` if the message is not from the payment frame of this order. */
export function readFrameState(message: unknown, orderId: string): FrameState | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { type, order, state } = message as Record<string, unknown>;
  return type === 'payment' && order === orderId ? FRAME_STATES.find((frameState) => frameState === state) : undefined;
}
