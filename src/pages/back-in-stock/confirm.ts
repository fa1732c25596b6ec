import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { confirmRestockCode, restockChallenge } from '#lib/sales/back-in-stock/request-restock.server.ts';
import { restockCodeSchema } from '#lib/sales/back-in-stock/restock.schema.ts';
import { RESTOCK_MESSAGES, restockPath } from '#lib/sales/back-in-stock/restock.ts';

export const POST = endpoint({
  input: restockCodeSchema,
  async run(shop, { code }, context) {
    const attempt = { token: restockChallenge.read(context), code };
    const { variantId, result } = await confirmRestockCode(shop, attempt, context.locals.networks);
    restockChallenge.drop(context);
    return { variant: variantId, isWaiting: result === 'waiting' };
  },
  successMessage: ({ isWaiting }) => (isWaiting ? RESTOCK_MESSAGES.saved : RESTOCK_MESSAGES.inStock),
  redirectTo: ({ variant }) => restockPath(variant),
});
