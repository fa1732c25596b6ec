import { endpoint } from '#lib/platform/http/endpoint.server.ts';
import { requestRestockCode } from '#lib/restock/ask-restock.server.ts';
import { restockSchema } from '#lib/restock/restock.schema.ts';
import { RESTOCK_MESSAGES, restockPath } from '#lib/restock/restock.ts';
import { restockChallenge } from '#lib/restock/restock-challenge.server.ts';

export const POST = endpoint({
  input: restockSchema,
  async run(shop, { variant, email }, context) {
    const asked = { variantId: Number(variant), email };
    const token = await requestRestockCode(shop, asked, context.locals.networks);
    if (token === undefined) return { variant, digits: null };
    restockChallenge.keep(context, token);
    return { variant, digits: await restockChallenge.digitsOf(context, token) };
  },
  done: ({ digits }) => (digits === null ? RESTOCK_MESSAGES.inStock : RESTOCK_MESSAGES.sent),
  formGoesTo: ({ variant, digits }) => (digits === null ? restockPath(variant) : `${restockPath(variant)}/code`),
  keepsOldInput: ['email'],
});
