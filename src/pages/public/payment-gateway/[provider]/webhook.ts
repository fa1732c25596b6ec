import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { readBytes } from '#lib/platform/http/endpoint/request-body.server.ts';
import { receiveWebhook } from '#lib/sales/payments/payments.server.ts';

/** The gateway signs each request. */
export const acceptsSignedPosts = true;

export const POST = endpoint({
  async run(shop, _input, { params, request }) {
    const result = await receiveWebhook(shop, params.provider ?? '', await readBytes(request), request.headers);
    return { settlement: result?.settlement ?? 'ignored' };
  },
});
