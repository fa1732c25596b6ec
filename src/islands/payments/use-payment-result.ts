import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchPaymentResult } from '#islands/payments/payments.client.ts';

const POLL_INTERVAL_MS = 2_000;

export interface UnpaidOrder {
  orderId: string;
  /**
   * The path of the payment page, which the dialog shows in a frame. The path contains the token if the buyer is a
   * guest.
   */
  framePath: string;
  orderPath: string;
  heldUntil: number | null;
}

/** Polls the payment while the page is visible. Updates the hold, and opens an order that no longer awaits payment. */
export function usePaymentResult({ orderId, framePath, orderPath, heldUntil: initialHeldUntil }: UnpaidOrder) {
  const [heldUntil, setHeldUntil] = useState(initialHeldUntil);
  const isLeaving = useRef(false);

  const poll = useCallback(async () => {
    const result = await fetchPaymentResult(orderId, framePath);
    if (isLeaving.current || !result) return;
    setHeldUntil(result.heldUntil);
    if (result.isAwaited) return;
    isLeaving.current = true;
    const isPlaced = result.paymentStatus === 'paid' || result.paymentStatus === 'cod';
    location.assign(isPlaced ? `${orderPath}?placed=1` : orderPath);
  }, [orderId, framePath, orderPath]);

  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void poll(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [poll]);

  return { heldUntil, refresh: poll };
}
