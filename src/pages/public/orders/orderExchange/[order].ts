import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';
import { exchangeSchema } from '#lib/support/exchange.schema.ts';
import { countExchange, exchangeableOrder, requestExchange } from '#lib/support/exchange.server.ts';
import { EXCHANGE_DONE, EXCHANGE_IMAGE_RULES } from '#lib/support/exchange.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = customerEndpoint({
  async admit(shop, customer, { params }) {
    await exchangeableOrder(shop, customer.id, params.order ?? '');
    await countExchange(shop, customer);
  },
  upload: EXCHANGE_IMAGE_RULES,
  keepsTyped: ['reasons', 'customReason', 'hasOriginalPackaging'],
  input: exchangeSchema,
  async run(shop, input, customer, _context, files) {
    return { ...(await requestExchange(shop, customer, input, files)), orderId: input.order };
  },
  done: EXCHANGE_DONE,
  formGoesTo: ({ orderId }) => `/account/orders/${orderId}`,
});
