import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';
import { exchangeSchema } from '#lib/support/exchange.schema.ts';
import { admitExchange, requestExchange } from '#lib/support/exchange.server.ts';
import { EXCHANGE_DONE, EXCHANGE_IMAGE_RULES } from '#lib/support/exchange.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = customerEndpoint({
  async admit(shop, customer, { params }) {
    await admitExchange(shop, customer.id, params.order ?? '');
  },
  upload: EXCHANGE_IMAGE_RULES,
  input: exchangeSchema,
  run: (shop, input, customer, _context, files) => requestExchange(shop, customer, input, files),
  done: EXCHANGE_DONE,
});
