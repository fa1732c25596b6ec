import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { exchangeImageSchema } from '#lib/sales/exchanges/exchange.schema.ts';
import { exchangeImageResponse } from '#lib/sales/exchanges/exchange-image.server.ts';
import { orderViewer } from '#lib/sales/orders/own-order.server.ts';

/** A picture of an exchange request, for its customer after login or a guest with the token of the order's link. */
export const GET = endpoint({
  input: exchangeImageSchema,
  run: (shop, { id }, context) => exchangeImageResponse(shop, orderViewer(context), id, context.request),
});
