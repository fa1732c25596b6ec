import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { requestAsCustomer } from '#lib/sales/back-in-stock/request-restock.server.ts';
import { customerRestockSchema } from '#lib/sales/back-in-stock/restock.schema.ts';
import { RESTOCK_MESSAGES, restockPath } from '#lib/sales/back-in-stock/restock.ts';

/** A request by a customer who is logged in and therefore needs no emailed code. */
export const POST = customerEndpoint({
  input: customerRestockSchema,
  async run(shop, { variant }, customer, { locals }) {
    const result = await requestAsCustomer(shop, customer, Number(variant), locals.networks);
    return { variant, isWaiting: result === 'waiting' };
  },
  successMessage: ({ isWaiting }) => (isWaiting ? RESTOCK_MESSAGES.saved : RESTOCK_MESSAGES.inStock),
  redirectTo: ({ variant }) => restockPath(variant),
});
