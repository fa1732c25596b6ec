import { LOGIN_FIRST } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { exchangeSchema } from '#lib/sales/exchanges/exchange.schema.ts';
import { EXCHANGE_DONE, EXCHANGE_IMAGE_RULES } from '#lib/sales/exchanges/exchange.ts';
import { countExchange, exchangeableOrder, requestExchange } from '#lib/sales/exchanges/request-exchange.server.ts';
import { orderPathForToken, orderViewer } from '#lib/sales/orders/own-order.server.ts';

/**
 * Requests an exchange for a customer who is logged in or a guest with the token of the order's link. Access is checked
 * before the body is read.
 */
export const POST = endpoint({
  async admit(context) {
    const { shop, networks } = context.locals;
    const viewer = orderViewer(context);
    if (viewer.customerId === undefined && viewer.token === undefined)
      throw new ShopError('not_logged_in', LOGIN_FIRST);
    const order = await exchangeableOrder(shop, viewer, context.params.order ?? '');
    await countExchange(shop, order, networks);
  },
  upload: EXCHANGE_IMAGE_RULES,
  uploader: ({ params }) => `order:${params.order}`,
  oldInputFields: ['pieces', 'instead', 'reasons', 'customReason', 'hasOriginalPackaging'],
  input: exchangeSchema,
  async run(shop, input, context, files) {
    const viewer = orderViewer(context);
    const result = await requestExchange(shop, viewer, input, files);
    return {
      ...result,
      orderId: input.order,
      page: orderPathForToken(input.order, context.url.searchParams.get('token')),
    };
  },
  successMessage: EXCHANGE_DONE,
  redirectTo: ({ page }) => page,
});
