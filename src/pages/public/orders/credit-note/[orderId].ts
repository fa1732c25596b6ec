import type { APIRoute } from 'astro';
import { documentResponse } from '#lib/invoices/invoice.server.ts';
import { orderViewer } from '#lib/orders/own-order.server.ts';
import { httpStatus, isShopError } from '#lib/platform/errors/shop-error.ts';

export { apiNotFound as ALL } from '#lib/platform/http/api-not-found.server.ts';

/** A credit note, by its `?number=`: a page to print, or `?format=pdf`. */
export const GET: APIRoute = async (context) => {
  const note = context.url.searchParams.get('number') ?? '';
  const isPdf = context.url.searchParams.get('format') === 'pdf';
  try {
    const { shop } = context.locals;
    return await documentResponse(shop, context.params.orderId ?? '', orderViewer(context), { isPdf, note });
  } catch (error) {
    if (!isShopError(error)) throw error;
    return Response.json({ status: 'error', message: error.message, data: null }, { status: httpStatus(error.code) });
  }
};
