import { useEffect, useState } from 'react';
import { type CartResponse, fetchCart } from '#islands/cart/cart.client.ts';

const TIMEOUT_MS = 8_000;

export function CartLoading({ initialRequest }: { initialRequest: Promise<CartResponse> | undefined }) {
  const [request, setRequest] = useState(initialRequest);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    setHasFailed(false);
    const fail = () => setHasFailed(true);
    const timer = setTimeout(fail, TIMEOUT_MS);
    void request?.then(({ status }) => status === 'error' && fail());
    return () => clearTimeout(timer);
  }, [request]);

  return (
    <p role="status" className="cart-drawer-loading" aria-busy={!hasFailed}>
      {hasFailed ? 'The cart could not be loaded.' : 'One moment'}
      {hasFailed && (
        <button type="button" className="button-quiet" onClick={() => setRequest(fetchCart())}>
          Retry
        </button>
      )}
    </p>
  );
}
