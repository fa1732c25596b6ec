import { saveMailboxToken } from '#lib/customers/auth/verified-mailbox.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { cartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import { orderCodeSchema } from '#lib/sales/checkout/checkout.schema.ts';
import { CHECKOUT_MESSAGES } from '#lib/sales/checkout/checkout.ts';
import { placeWithCode } from '#lib/sales/checkout/place.server.ts';
import { orderChallenge } from '#lib/sales/orders/verify-mailbox.server.ts';

export const POST = endpoint({
  input: orderCodeSchema,
  async run(shop, { code }, context) {
    const attempt = { token: orderChallenge.read(context), code };
    const customer = context.locals.session?.customer;
    const { mailboxToken, ...result } = await placeWithCode(shop, cartOwner(context), customer, attempt);
    if (mailboxToken !== undefined) saveMailboxToken(context, mailboxToken);
    orderChallenge.drop(context);
    return result;
  },
  successMessage: ({ message }) => message ?? CHECKOUT_MESSAGES.confirmed,
  redirectTo: ({ next }) => next,
});
