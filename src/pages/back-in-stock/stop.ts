import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';
import { stopWaiting } from '#lib/restock/leave-restock.server.ts';
import { variantSchema } from '#lib/restock/restock.schema.ts';
import { RESTOCK_MESSAGES, restockPath } from '#lib/restock/restock.ts';

export const POST = customerEndpoint({
  input: variantSchema,
  async run(shop, { variant }, customer) {
    await stopWaiting(shop, customer, Number(variant));
    return { variant };
  },
  done: RESTOCK_MESSAGES.stopped,
  formGoesTo: ({ variant }) => restockPath(variant),
});
