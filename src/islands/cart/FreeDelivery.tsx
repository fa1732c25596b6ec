import { cartMoney } from '#islands/cart/cart.client.ts';
import type { CartJson } from '#lib/sales/cart/cart-json.ts';

export function FreeDelivery({ cart }: { cart: CartJson }) {
  const { free_delivery_in: missing, free_delivery_from: from } = cart;
  return (
    <div className="pb-5">
      <p id="free-delivery">
        {missing > 0 ? (
          <>
            <strong className="tabular-nums">{cartMoney(cart)(missing)}</strong> more and delivery is free.
          </>
        ) : (
          'Delivery is free.'
        )}
      </p>
      <progress
        className="free-delivery mt-2 block h-1.5 w-full"
        aria-labelledby="free-delivery"
        max={from}
        value={from - missing}
      />
    </div>
  );
}
