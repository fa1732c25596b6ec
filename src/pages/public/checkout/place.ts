import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { cartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import { placeOrderFormSchema } from '#lib/sales/checkout/checkout.schema.ts';
import { placeOrRequestCode } from '#lib/sales/checkout/place.server.ts';
import { orderChallenge } from '#lib/sales/orders/verify-mailbox.server.ts';

export const POST = endpoint({
  input: placeOrderFormSchema,
  async run(shop, input, context) {
    const customer = context.locals.session?.customer;
    const { challengeToken, ...result } = await placeOrRequestCode(shop, cartOwner(context), customer, input);
    if (challengeToken !== undefined) orderChallenge.save(context, challengeToken);
    return result;
  },
  redirectTo: ({ next }) => next,
});
