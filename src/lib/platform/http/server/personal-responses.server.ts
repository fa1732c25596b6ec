import type { IncomingMessage, ServerResponse } from 'node:http';
import { FairSemaphore, TIMED_OUT } from '#lib/platform/concurrency/fair-semaphore.ts';
import { NOTHING_HERE } from '#lib/platform/http/guards.server.ts';
import { clientNetworks } from '#lib/platform/http/network/client-networks.server.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import { isLightMode } from '#lib/platform/http/pages/light-mode.ts';
import type { RenderedResponse } from '#lib/platform/http/pages/rendered-response.server.ts';
import { sendStoredFile, takeStoredFile } from '#lib/platform/http/pages/stored-file.server.ts';
import { sendStream } from '#lib/platform/http/pages/streamed-response.server.ts';
import type { FrontOptions } from '#lib/platform/http/server/front-options.server.ts';
import {
  compressResponse,
  sendBusy,
  sendPersonal,
  sendPlain,
  sendRefusal,
  sendTimedOut,
} from '#lib/platform/http/server/send-response.server.ts';

/** Separate from the limit for shared pages, so that heavy traffic on shared pages does not delay a buyer's cart. */
const MAX_CONCURRENT = 3;
const MAX_WAITING = 400;
/** A client that has waited longer than this gets a 503 with Retry-After. */
const MAX_WAIT_MS = 5_000;
const NO_STORE = { 'cache-control': 'private, no-store' };

/** Returns a function that sends the responses that are not the same for every visitor. */
export function personalResponder(options: FrontOptions) {
  const { shop, routes, pageRenderer, traffic } = options;
  const semaphore = new FairSemaphore(MAX_CONCURRENT, MAX_WAITING);

  /**
   * Renders a response. Only GET and HEAD wait for the semaphore, because a slow upload that holds it would delay all
   * personal pages. Returns undefined if too many clients are waiting or if the path has no route, and
   * `TIMED_OUT` if the client has waited too long.
   */
  function renderResponse(
    req: IncomingMessage,
    isRead: boolean,
    requestId: string,
  ): Promise<RenderedResponse | undefined | typeof TIMED_OUT> {
    const networks = clientNetworks(req, shop.settings.trustedProxies);
    overwriteForwardedHeaders(req, networks, shop.settings.siteUrl);
    const locals = { shop, routes, requestId, networks, isLight: isLightMode(req.headers) };
    const render = async () => {
      const response = await traffic.measureRender('personal', async () => (await pageRenderer)(req, locals));
      if (response) await compressResponse(response, req, options);
      return response;
    };
    if (!isRead) return render();
    const waitOptions = { origin: networks.widest, maxWaitMs: MAX_WAIT_MS };
    return semaphore.run(waitOptions, () => shop.upstreams.inRenderSlot(render));
  }

  return async (req: IncomingMessage, res: ServerResponse, requestId: string): Promise<void> => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const response = await renderResponse(req, isRead, requestId);
    if (response === TIMED_OUT) return sendTimedOut(req, res);
    if (!response && !isRead) return sendRefusal(req, res, 404, NOTHING_HERE);
    if (!response) return sendBusy(req, res, 503);
    response.headers = { ...NO_STORE, ...response.headers };
    if (response.stream) return sendStream(res, response, response.stream);
    const file = takeStoredFile(response.headers);
    if (!file) return sendPersonal(res, response);
    const isSent = await sendStoredFile(res, response, file, { files: shop.files, isHead: req.method === 'HEAD' });
    if (!isSent) sendPlain(req, res, 404, 'There is no such file.');
  };
}

/** Overwrites headers that a client can forge, and that Astro trusts once a domain is allowed. */
function overwriteForwardedHeaders(req: IncomingMessage, { home }: Networks, siteUrl: string): void {
  const site = new URL(siteUrl);
  req.headers['x-forwarded-for'] = home;
  req.headers['x-forwarded-proto'] = site.protocol.slice(0, -1);
  req.headers['x-forwarded-host'] = site.host;
  delete req.headers['x-forwarded-port'];
}
