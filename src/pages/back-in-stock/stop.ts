import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { customerRestockSchema } from '#lib/sales/back-in-stock/restock.schema.ts';
import { RESTOCK_MESSAGES, restockPath } from '#lib/sales/back-in-stock/restock.ts';
import { cancelRestockRequest } from '#lib/sales/back-in-stock/unsubscribe-restock.server.ts';

export const POST = customerEndpoint({
  input: customerRestockSchema,
  async run(shop, { variant }, customer) {
    await cancelRestockRequest(shop, customer, Number(variant));
    return { variant };
  },
  successMessage: RESTOCK_MESSAGES.stopped,
  redirectTo: ({ variant }) => restockPath(variant),
});
