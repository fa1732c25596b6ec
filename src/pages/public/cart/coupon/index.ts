import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { couponSchema } from '#lib/sales/cart/cart.schema.ts';
import { applyCoupon, removeCoupon } from '#lib/sales/cart/cart-coupon.server.ts';
import { cartOwner, cartResponse } from '#lib/sales/cart/cart-owner.server.ts';
import { COUPON_MESSAGES } from '#lib/sales/cart/coupons/coupon.ts';

export const POST = endpoint({
  input: couponSchema,
  run: async (shop, { code }, context) => cartResponse(context, await applyCoupon(shop, cartOwner(context), code)),
  successMessage: COUPON_MESSAGES.applied,
  redirectTo: '/cart',
  oldInputFields: ['code'],
});

export const DELETE = endpoint({
  run: async (shop, _input, context) => cartResponse(context, await removeCoupon(shop, cartOwner(context))),
  successMessage: COUPON_MESSAGES.removed,
  redirectTo: '/cart',
});
