import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { cartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import { stepFormSchema } from '#lib/sales/checkout/checkout.schema.ts';
import { saveStep } from '#lib/sales/checkout/checkout.server.ts';
import { nextStep, stepPath } from '#lib/sales/checkout/checkout.ts';

export const POST = endpoint({
  input: stepFormSchema,
  async run(shop, input, context) {
    await saveStep(shop, cartOwner(context), context.locals.session?.customer, input);
    return { next: stepPath(nextStep(input.step)) };
  },
  redirectTo: ({ next }) => next,
});
