import { dropCoupon } from '#lib/cart/cart-coupon.server.ts';
import { cartOwner } from '#lib/cart/cart-owner.server.ts';
import { COUPON_MESSAGES } from '#lib/cart/coupon.ts';
import { stepFormSchema } from '#lib/checkout/checkout.schema.ts';
import { saveStep } from '#lib/checkout/checkout.server.ts';
import { stepPath } from '#lib/checkout/checkout.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

/** Comes with the form of the open step, so that nothing typed in it is lost. */
export const POST = endpoint({
  input: stepFormSchema,
  async run(shop, input, context) {
    const owner = cartOwner(context);
    await saveStep(shop, owner, context.locals.session?.customer, { ...input, isDraft: true });
    await dropCoupon(shop, owner);
    return { next: stepPath(input.step) };
  },
  done: COUPON_MESSAGES.dropped,
  formGoesTo: ({ next }) => next,
});
