import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { readBytes } from '#lib/platform/http/endpoint/request-body.server.ts';
import { receiveCourierWebhook } from '#lib/sales/shipping/receive-webhook.server.ts';

/** The courier sends its webhook token. */
export const acceptsSignedPosts = true;

export const POST = endpoint({
  async run(shop, _input, { request }) {
    const isKnown = await receiveCourierWebhook(shop, await readBytes(request), request.headers);
    return { report: isKnown ? 'recorded' : 'ignored' };
  },
});
