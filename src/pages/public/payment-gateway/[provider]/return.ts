import { endpoint } from '#lib/http/endpoint.server.ts';
import { comeBackFromGateway } from '#lib/payments/payment-stand.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

/** A gateway's own page sends the shopper back here; what it says of the payment is not believed but asked for. */
export const POST = endpoint({
  async run(shop, _input, { url }) {
    return { next: await comeBackFromGateway(shop, url.searchParams.get('token') ?? '') };
  },
  formGoesTo: ({ next }) => next,
});
