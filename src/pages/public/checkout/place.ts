import { cartOwner } from '#lib/cart/cart-owner.server.ts';
import { placeFormSchema } from '#lib/checkout/checkout.schema.ts';
import { placeFromDraft } from '#lib/checkout/place.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const POST = endpoint({
  input: placeFormSchema,
  run: (shop, input, context) => placeFromDraft(shop, cartOwner(context), context.locals.session?.customer, input),
  formGoesTo: ({ next }) => next,
});
