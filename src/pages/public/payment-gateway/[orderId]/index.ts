import type { APIRoute } from 'astro';
import { orderViewer } from '#lib/orders/own-order.server.ts';
import { answerFrameForm, frameResponse, openFrame } from '#lib/payments/frame.server.ts';
import { frameFormSchema } from '#lib/payments/payments.schema.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export { apiNotFound as ALL } from '#lib/platform/http/api-not-found.server.ts';

export const GET: APIRoute = async (context) => {
  const { shop, notice } = context.locals;
  const state = context.url.searchParams.get('state');
  const { html, status } = await openFrame(shop, context.params.orderId ?? '', orderViewer(context), {
    state,
    said: notice?.status === 'error' ? notice.message : undefined,
  });
  return frameResponse(shop, html, status);
};

export const POST = endpoint({
  input: frameFormSchema,
  run: (shop, input, context) => answerFrameForm(shop, input, orderViewer(context)),
  formGoesTo: ({ next }) => next,
});
