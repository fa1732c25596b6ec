import type { APIRoute } from 'astro';
import { endpoint } from '#lib/http/endpoint.server.ts';
import { orderViewer } from '#lib/orders/own-order.server.ts';
import { exchangeImageSchema } from '#lib/support/exchange.schema.ts';
import { exchangeImageResponse } from '#lib/support/exchange-image.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

/** A picture that came with a request, for whoever may see the order: by a login, or by the token of its link. */
export const GET: APIRoute = endpoint({
  input: exchangeImageSchema,
  run: (shop, { id }, context) => exchangeImageResponse(shop, orderViewer(context), id, context.request),
});
