import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { pathAfterGateway } from '#lib/sales/payments/payment-status.server.ts';

/**
 * A gateway's own page redirects the shopper here; the payment state in the request is not trusted but requested from
 * the gateway.
 */
export const POST = endpoint({
  async run(shop, _input, { url }) {
    return { next: await pathAfterGateway(shop, url.searchParams.get('token') ?? '') };
  },
  redirectTo: ({ next }) => next,
});
