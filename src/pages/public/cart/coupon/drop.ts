import { dropCoupon } from '#lib/cart/cart-coupon.server.ts';
import { answerCart, cartOwner } from '#lib/cart/cart-owner.server.ts';
import { COUPON_MESSAGES } from '#lib/cart/coupon.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const POST = endpoint({
  run: async (shop, _input, context) => answerCart(context, await dropCoupon(shop, cartOwner(context))),
  done: COUPON_MESSAGES.dropped,
  formGoesTo: '/cart',
});
