import { takeWebhook } from '#lib/payments/payments.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';
import { readBytes } from '#lib/platform/http/request-body.server.ts';

export const POST = endpoint({
  async run(shop, _input, { params, request }) {
    const settled = await takeWebhook(shop, params.provider ?? '', await readBytes(request), request.headers);
    return { settlement: settled?.settlement ?? 'ignored' };
  },
});
