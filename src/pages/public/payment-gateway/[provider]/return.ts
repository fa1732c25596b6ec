import { endpoint } from '#lib/http/endpoint.server.ts';
import { orderOfLink } from '#lib/payments/order-link.server.ts';
import { askAboutOrder } from '#lib/payments/payments.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

/** A gateway's own page sends the shopper back here; what it says of the payment is not believed but asked for. */
export const POST = endpoint({
  async run(shop, _input, { url }) {
    const { orderId, path } = orderOfLink(shop, url.searchParams.get('token') ?? '');
    await askAboutOrder(shop, orderId);
    return { next: path };
  },
  formGoesTo: ({ next }) => next,
});
