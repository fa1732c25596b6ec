import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { requestRestockCode, restockChallenge } from '#lib/sales/back-in-stock/request-restock.server.ts';
import { restockSchema } from '#lib/sales/back-in-stock/restock.schema.ts';
import { RESTOCK_MESSAGES, restockPath } from '#lib/sales/back-in-stock/restock.ts';

export const POST = endpoint({
  input: restockSchema,
  async run(shop, { variant, email }, context) {
    const request = { variantId: Number(variant), email };
    const token = await requestRestockCode(shop, request, context.locals.networks);
    if (token === undefined) return { variant, digits: null };
    restockChallenge.save(context, token);
    return { variant, digits: await restockChallenge.digitsOf(context, token) };
  },
  successMessage: ({ digits }) => (digits === null ? RESTOCK_MESSAGES.inStock : RESTOCK_MESSAGES.sent),
  redirectTo: ({ variant, digits }) => (digits === null ? restockPath(variant) : `${restockPath(variant)}/code`),
  oldInputFields: ['email'],
});
