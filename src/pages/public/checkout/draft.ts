import { cartOwner } from '#lib/cart/cart-owner.server.ts';
import { stepFormSchema } from '#lib/checkout/checkout.schema.ts';
import { saveStep } from '#lib/checkout/checkout.server.ts';
import { nextStep, stepPath } from '#lib/checkout/checkout.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const POST = endpoint({
  input: stepFormSchema,
  async run(shop, input, context) {
    await saveStep(shop, cartOwner(context), context.locals.session?.customer, input);
    return { next: stepPath(nextStep(input.step)) };
  },
  formGoesTo: ({ next }) => next,
});
