import { addToCart } from '#lib/cart/add-to-cart.server.ts';
import { addToCartSchema, askedQuantity } from '#lib/cart/cart.schema.ts';
import { CART_MESSAGES } from '#lib/cart/cart.ts';
import { answerCart, cartOwner } from '#lib/cart/cart-owner.server.ts';
import { quantityAnswerPath } from '#lib/cart/quantity-answer-path.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const POST = endpoint({
  input: addToCartSchema,
  async run(shop, input, context) {
    try {
      const asked = { ...input, quantity: askedQuantity(context.request, input.quantity) };
      return answerCart(context, await addToCart(shop, cartOwner(context), asked));
    } catch (error) {
      const location = quantityAnswerPath(context, input, error);
      if (location === undefined) throw error;
      return new Response(null, { status: 303, headers: { location } });
    }
  },
  done: (cart) => (cart instanceof Response ? '' : (cart.notice ?? CART_MESSAGES.added)),
  formGoesTo: '/cart',
});
