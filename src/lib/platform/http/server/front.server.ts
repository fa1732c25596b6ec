import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { TIMED_OUT } from '#lib/platform/concurrency/fair-semaphore.ts';
import { respondConditionally } from '#lib/platform/http/encoding/conditional.server.ts';
import {
  canonicalUrl,
  pathOf,
  type Refusal,
  refusalFor,
  rewriteToOriginForm,
} from '#lib/platform/http/guards.server.ts';
import { clientNetworks } from '#lib/platform/http/network/client-networks.server.ts';
import { NetworkCounts } from '#lib/platform/http/network/network-counts.server.ts';
import { COPY_HEADER, NO_COPY, SHARED_COPY } from '#lib/platform/http/pages/offline-copy.ts';
import { logFrontFailure } from '#lib/platform/http/server/front-failure.server.ts';
import type { FrontOptions } from '#lib/platform/http/server/front-options.server.ts';
import { personalResponder } from '#lib/platform/http/server/personal-responses.server.ts';
import { type HeaderPairs, securityHeaders } from '#lib/platform/http/server/security-headers.server.ts';
import {
  sendBusy,
  sendNotAllowed,
  sendRedirect,
  sendRefusal,
  sendStored,
  sendTimedOut,
} from '#lib/platform/http/server/send-response.server.ts';
import { SharedPages } from '#lib/platform/http/server/shared-pages.server.ts';
import { closeIfBodyIsUnread } from '#lib/platform/http/server/unread-body.server.ts';
import { untrustedProxyDetector } from '#lib/platform/http/server/untrusted-proxy.server.ts';
import type { TrackedRequest } from '#lib/platform/telemetry/traffic.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

const SAFE_METHODS = ['GET', 'HEAD'];
/**
 * The limit for each home, in each process. A family or an office must still be able to shop (product.md, "Limits for
 * visitors").
 */
const MAX_WRITES_PER_MINUTE = 600;

export function createFront(options: FrontOptions): RequestListener {
  const front = new Front(options);
  return (req, res) => front.handleRequest(req, res);
}

class Front {
  readonly #options: FrontOptions;
  readonly #commonHeaders: HeaderPairs;
  readonly #sharedPages: SharedPages;
  readonly #respondPersonally: ReturnType<typeof personalResponder>;
  readonly #writeCounts = new NetworkCounts(MINUTE_MS);
  readonly #detectUntrustedProxy: (req: IncomingMessage) => void;

  constructor(options: FrontOptions) {
    const commonHeaders = securityHeaders(options.shop.settings);
    this.#options = options;
    this.#commonHeaders = [...commonHeaders, [COPY_HEADER, NO_COPY]];
    this.#sharedPages = new SharedPages(options, [...commonHeaders, [COPY_HEADER, SHARED_COPY]]);
    this.#respondPersonally = personalResponder(options);
    this.#detectUntrustedProxy = untrustedProxyDetector(options.shop);
  }

  async handleRequest(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { routes, shop } = this.#options;
    const logContext: { requestId?: string } = {};
    try {
      await this.#respond(req, res, logContext);
    } catch (error) {
      const { status, message } = logFrontFailure(shop.log, req, error, { ...logContext, routes });
      if (status === undefined) return void res.destroy();
      this.#setCommonHeaders(res);
      sendRefusal(req, res, status, message);
    }
  }

  #setCommonHeaders(res: ServerResponse): void {
    for (const [name, value] of this.#commonHeaders) res.setHeader(name, value);
  }

  async #respond(req: IncomingMessage, res: ServerResponse, logContext: { requestId?: string }): Promise<void> {
    const { routes, shop, traffic } = this.#options;
    closeIfBodyIsUnread(req, res);
    rewriteToOriginForm(req);
    const refusal = refusalFor(req, shop.settings, routes);
    const { url, needsRedirect } = canonicalUrl(req.url ?? '/');
    // Handlers, cache, route table and Astro use the same spelling of every URL.
    req.url = url;
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const cachedPage = isRead && !refusal && !needsRedirect ? this.#sharedPages.findCached(req) : undefined;
    if (cachedPage) {
      const sending = sendStored(req, res, cachedPage, this.#options);
      traffic.countCached(req, res.statusCode);
      return sending;
    }
    const trackedRequest = traffic.track(req, res);
    logContext.requestId = trackedRequest.requestId;
    this.#setCommonHeaders(res);
    if (refusal) return this.#refuse(req, res, refusal);
    this.#detectUntrustedProxy(req);
    trackedRequest.routeClass = 'moved';
    if (needsRedirect) return sendRedirect(res, url);
    return this.#respondUncached(req, res, trackedRequest, isRead);
  }

  #refuse(req: IncomingMessage, res: ServerResponse, { status, message }: Refusal): void {
    if (status === 405) sendNotAllowed(req, res, this.#methodsAt(pathOf(req.url ?? '/')) ?? SAFE_METHODS);
    else sendRefusal(req, res, status, message);
  }

  #methodsAt(path: string): readonly string[] | undefined {
    const { routes, handlers } = this.#options;
    return routes.methodsAt(path) ?? (handlers.some((handler) => handler.handlesPath(path)) ? SAFE_METHODS : undefined);
  }

  async #respondUncached(
    req: IncomingMessage,
    res: ServerResponse,
    trackedRequest: TrackedRequest,
    isRead: boolean,
  ): Promise<void> {
    const { shop, routes, handlers } = this.#options;
    const path = pathOf(req.url ?? '/');
    if (isRead) respondConditionally(req, res);
    for (const { routeClass, handle } of isRead ? handlers : []) {
      trackedRequest.routeClass = routeClass;
      if (await handle(req, res)) return;
    }
    trackedRequest.routeClass = 'refused';
    const methods = isRead ? routes.methodsAt(path) : this.#methodsAt(path);
    if (methods && !methods.includes(req.method ?? '')) return sendNotAllowed(req, res, methods);
    trackedRequest.routeClass = 'page';
    if (isRead && routes.isShared(path)) return this.#renderShared(req, res);
    trackedRequest.routeClass = isRead ? 'personal' : 'write';
    const { trustedProxies } = shop.settings;
    if (!isRead && !this.#writeCounts.tryAdd(clientNetworks(req, trustedProxies), MAX_WRITES_PER_MINUTE))
      return sendRefusal(req, res, 429, 'You have sent many requests at once. Please wait a minute and try again.', 60);
    return this.#respondPersonally(req, res, trackedRequest.requestId);
  }

  async #renderShared(req: IncomingMessage, res: ServerResponse): Promise<void> {
    this.#options.traffic.missCount += 1;
    const page = await this.#sharedPages.render(req);
    if (page === TIMED_OUT) return sendTimedOut(req, res);
    if (!page) return sendBusy(req, res, 429);
    return sendStored(req, res, page, this.#options);
  }
}
