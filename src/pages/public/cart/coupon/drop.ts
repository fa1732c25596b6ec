import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { removeCoupon } from '#lib/sales/cart/cart-coupon.server.ts';
import { cartOwner, cartResponse } from '#lib/sales/cart/cart-owner.server.ts';
import { COUPON_MESSAGES } from '#lib/sales/cart/coupons/coupon.ts';

export const POST = endpoint({
  run: async (shop, _input, context) => cartResponse(context, await removeCoupon(shop, cartOwner(context))),
  successMessage: COUPON_MESSAGES.removed,
  redirectTo: '/cart',
});
