import { useEffect, useState } from 'react';
import { type CartResponse, fetchCart } from '#islands/cart/cart.client.ts';

const TIMEOUT_MS = 8_000;

export function CartWaiting({ first }: { first: Promise<CartResponse> | undefined }) {
  const [request, setRequest] = useState(first);
  const [isFailed, setIsFailed] = useState(false);

  useEffect(() => {
    setIsFailed(false);
    const giveUp = () => setIsFailed(true);
    const timer = setTimeout(giveUp, TIMEOUT_MS);
    void request?.then(({ status }) => status === 'error' && giveUp());
    return () => clearTimeout(timer);
  }, [request]);

  return (
    <p role="status" className="cart-drawer-wait" aria-busy={!isFailed}>
      {isFailed ? 'The cart could not be fetched.' : 'One moment'}
      {isFailed && (
        <button type="button" className="button-quiet" onClick={() => setRequest(fetchCart())}>
          Retry
        </button>
      )}
    </p>
  );
}
