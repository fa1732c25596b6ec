import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { comeBackFromGateway } from '#lib/sales/payments/payment-status.server.ts';

/** A gateway's own page sends the shopper back here; what it says of the payment is not believed but asked for. */
export const POST = endpoint({
  async run(shop, _input, { url }) {
    return { next: await comeBackFromGateway(shop, url.searchParams.get('token') ?? '') };
  },
  formGoesTo: ({ next }) => next,
});
