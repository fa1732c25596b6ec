import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { pathAfterGateway } from '#lib/sales/payments/payment-status.server.ts';

/** The token in the URL authenticates the request. */
export const acceptsSignedPosts = true;

/**
 * A gateway's page redirects the shopper here. The payment state is requested from the gateway, because the state in
 * the request can't be trusted.
 */
export const POST = endpoint({
  async run(shop, _input, { url }) {
    return { next: await pathAfterGateway(shop, url.searchParams.get('token') ?? '') };
  },
  redirectTo: ({ next }) => next,
});
