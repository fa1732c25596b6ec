import { z } from 'zod/mini';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { oneOrMore } from '#lib/primitives/one-or-more.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { CART_MESSAGES } from '#lib/sales/cart/cart.ts';
import { cartOwner, cartResponse } from '#lib/sales/cart/cart-owner.server.ts';
import { addSwatches } from '#lib/sales/cart/swatches.server.ts';

const swatchesSchema = z.object({ variant: z._default(oneOrMore(text().check(z.maxLength(20))), []) });

export const POST = endpoint({
  input: swatchesSchema,
  run: async (shop, { variant }, context) =>
    cartResponse(context, await addSwatches(shop, cartOwner(context), variant)),
  successMessage: CART_MESSAGES.added,
  redirectTo: '/cart',
});
