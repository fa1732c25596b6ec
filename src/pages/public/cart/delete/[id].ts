import type { APIRoute } from 'astro';
import { removeLineSchema } from '#lib/cart/cart.schema.ts';
import { CART_MESSAGES } from '#lib/cart/cart.ts';
import type { CartJson } from '#lib/cart/cart-json.ts';
import { answerCart, cartOwner } from '#lib/cart/cart-owner.server.ts';
import { removeLine } from '#lib/cart/change-line.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

const remove: APIRoute = endpoint({
  input: removeLineSchema,
  run: async (shop, { id }, context) => answerCart(context, await removeLine(shop, cartOwner(context), id)),
  done: CART_MESSAGES.removed,
  formGoesTo: cartWithUndo,
});

export { remove as DELETE, remove as POST };

function cartWithUndo({ removed }: CartJson): string {
  if (!removed) return '/cart';
  const { product, variant, quantity } = removed;
  return `/cart?${new URLSearchParams({ product, variant, quantity: String(quantity) })}`;
}
