import { cartMoneyFormatter } from '#islands/cart/cart.client.ts';
import type { CartJson } from '#lib/sales/cart/cart-json.ts';

export function FreeDelivery({ cart }: { cart: CartJson }) {
  const { free_delivery_in: remaining, free_delivery_from: threshold } = cart;
  return (
    <div className="pb-5">
      <p id="free-delivery">
        {remaining > 0 ? (
          <>
            <strong className="tabular-nums">{cartMoneyFormatter(cart)(remaining)}</strong> more and delivery is free.
          </>
        ) : (
          'Delivery is free.'
        )}
      </p>
      <progress
        className="free-delivery mt-2 block h-1.5 w-full"
        aria-labelledby="free-delivery"
        max={threshold}
        value={threshold - remaining}
      />
    </div>
  );
}
