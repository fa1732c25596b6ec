import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { removeLineSchema } from '#lib/sales/cart/cart.schema.ts';
import { CART_MESSAGES } from '#lib/sales/cart/cart.ts';
import type { CartJson } from '#lib/sales/cart/cart-json.ts';
import { cartOwner, cartResponse } from '#lib/sales/cart/cart-owner.server.ts';
import { removeLine } from '#lib/sales/cart/change-line.server.ts';

const remove = endpoint({
  input: removeLineSchema,
  run: async (shop, { id }, context) => cartResponse(context, await removeLine(shop, cartOwner(context), id)),
  successMessage: CART_MESSAGES.removed,
  redirectTo: cartPathWithUndo,
});

export { remove as DELETE, remove as POST };

function cartPathWithUndo({ removed }: CartJson): string {
  if (!removed) return '/cart';
  const { product, variant, quantity } = removed;
  return `/cart?${new URLSearchParams({ product, variant, quantity: String(quantity) })}`;
}
