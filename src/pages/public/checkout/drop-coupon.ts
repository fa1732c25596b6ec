import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { removeCoupon } from '#lib/sales/cart/cart-coupon.server.ts';
import { cartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import { COUPON_MESSAGES } from '#lib/sales/cart/coupons/coupon.ts';
import { stepFormSchema } from '#lib/sales/checkout/checkout.schema.ts';
import { saveStep } from '#lib/sales/checkout/checkout.server.ts';
import { stepPath } from '#lib/sales/checkout/checkout.ts';

/** Removes the coupon, and saves the input in the form of the open step, so that the input is not lost. */
export const POST = endpoint({
  input: stepFormSchema,
  async run(shop, input, context) {
    const owner = cartOwner(context);
    await saveStep(shop, owner, context.locals.session?.customer, { ...input, isDraft: true });
    await removeCoupon(shop, owner);
    return { next: stepPath(input.step) };
  },
  successMessage: COUPON_MESSAGES.removed,
  redirectTo: ({ next }) => next,
});
