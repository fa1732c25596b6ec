import type { ApiResponse } from '#islands/ui/api-response.ts';
import { FRAME_STATES, type FrameState } from '#lib/sales/payments/frame.ts';

interface PaymentResult {
  orderStatus: string;
  paymentStatus: string;
  isAwaited: boolean;
  heldUntil: number | null;
}

/** `undefined` while the shop can't be reached. `frame` contains the guest's token. */
export async function paymentResult(orderId: string, frame: string): Promise<PaymentResult | undefined> {
  const { search } = new URL(frame, location.origin);
  try {
    const response = await fetch(`/public/payment-gateway/${orderId}/status${search}`, {
      headers: { accept: 'application/json' },
    });
    const body = (await response.json()) as ApiResponse<PaymentResult>;
    return body.status === 'success' ? (body.data ?? undefined) : undefined;
  } catch {
    // The page retries.
    return undefined;
  }
}

/** `undefined` for any message except those of our frame about this order. */
export function frameState(message: unknown, orderId: string): FrameState | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { type, order, state } = message as Record<string, unknown>;
  return type === 'payment' && order === orderId ? FRAME_STATES.find((valid) => valid === state) : undefined;
}
