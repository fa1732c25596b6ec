import { useCallback, useEffect, useRef, useState } from 'react';
import { paymentResult } from '#islands/payments/payments.client.ts';

const POLL_INTERVAL_MS = 2_000;

export interface UnpaidOrder {
  orderId: string;
  /** The path of the payment page, which contains the guest's token. */
  frame: string;
  next: string;
  heldUntil: number | null;
}

/** Polls while the page is visible: updates the hold, and leaves the page when the order no longer awaits payment. */
export function usePaymentResult({ orderId, frame, next, heldUntil: initialHold }: UnpaidOrder) {
  const [heldUntil, setHeldUntil] = useState(initialHold);
  const isLeaving = useRef(false);

  const poll = useCallback(async () => {
    const result = await paymentResult(orderId, frame);
    if (isLeaving.current || !result) return;
    setHeldUntil(result.heldUntil);
    if (result.isAwaited) return;
    isLeaving.current = true;
    const isPlaced = result.paymentStatus === 'paid' || result.paymentStatus === 'cod';
    location.assign(isPlaced ? `${next}?placed=1` : next);
  }, [orderId, frame, next]);

  useEffect(() => {
    const polling = setInterval(() => document.visibilityState === 'visible' && void poll(), POLL_INTERVAL_MS);
    return () => clearInterval(polling);
  }, [poll]);

  return { heldUntil, refresh: poll };
}
