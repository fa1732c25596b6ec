import { endpoint } from '#lib/http/endpoint.server.ts';
import { readBytes } from '#lib/http/request-body.server.ts';
import { takeWebhook } from '#lib/payments/payments.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = endpoint({
  async run(shop, _input, { params, request }) {
    const settled = await takeWebhook(shop, params.provider ?? '', await readBytes(request), request.headers);
    return { settlement: settled?.settlement ?? 'ignored' };
  },
});
