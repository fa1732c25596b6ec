import type { APIRoute } from 'astro';
import { askedQuantity, updateLineSchema } from '#lib/cart/cart.schema.ts';
import { CART_MESSAGES } from '#lib/cart/cart.ts';
import { answerCart, cartOwner } from '#lib/cart/cart-owner.server.ts';
import { updateLine } from '#lib/cart/change-line.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

const change: APIRoute = endpoint({
  input: updateLineSchema,
  async run(shop, { id, quantity }, context) {
    const asked = askedQuantity(context.request, quantity);
    return answerCart(context, await updateLine(shop, cartOwner(context), id, asked));
  },
  done: CART_MESSAGES.updated,
  formGoesTo: '/cart',
  keepsOldInput: ['line', 'quantity'],
});

export { change as PATCH, change as POST };
