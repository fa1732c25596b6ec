import { cartOwner } from '#lib/cart/cart-owner.server.ts';
import { placeFormSchema } from '#lib/checkout/checkout.schema.ts';
import { placeOrAskCode } from '#lib/checkout/place.server.ts';
import { orderChallenge } from '#lib/orders/verify-mailbox.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const POST = endpoint({
  input: placeFormSchema,
  async run(shop, input, context) {
    const customer = context.locals.session?.customer;
    const { challengeToken, ...placed } = await placeOrAskCode(shop, cartOwner(context), customer, input);
    if (challengeToken !== undefined) orderChallenge.keep(context, challengeToken);
    return placed;
  },
  formGoesTo: ({ next }) => next,
});
