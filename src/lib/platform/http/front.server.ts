import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { clientNetworks } from '#lib/platform/http/client-networks.server.ts';
import { ProxyWatch } from '#lib/platform/http/forgotten-proxies.server.ts';
import { noteFailure } from '#lib/platform/http/front-failure.server.ts';
import type { FrontOptions } from '#lib/platform/http/front-options.server.ts';
import { isUntidy, pathOf, refusalFor, tidied, withoutNul } from '#lib/platform/http/guards.server.ts';
import { PersonalAnswers } from '#lib/platform/http/personal-answers.server.ts';
import { type HeaderPairs, Refusals } from '#lib/platform/http/refusals.server.ts';
import { securityHeaders } from '#lib/platform/http/security-headers.server.ts';
import { sendMoved, sendStored } from '#lib/platform/http/send-answer.server.ts';
import { SharedPages } from '#lib/platform/http/shared-pages.server.ts';
import { WriteLimit } from '#lib/platform/http/write-limit.server.ts';
import type { Followed } from '#lib/platform/telemetry/traffic.server.ts';

export function createFront(options: FrontOptions): RequestListener {
  const front = new Front(options);
  return (req, res) => front.answerAlways(req, res);
}

class Front {
  readonly #options: FrontOptions;
  readonly #commonHeaders: HeaderPairs;
  readonly #refusals: Refusals;
  readonly #sharedPages: SharedPages;
  readonly #personalAnswers: PersonalAnswers;
  readonly #writeLimit: WriteLimit;
  readonly #proxyWatch: ProxyWatch;

  constructor(options: FrontOptions) {
    const commonHeaders = securityHeaders(options.shop.settings);
    this.#options = options;
    this.#commonHeaders = headerPairs(commonHeaders);
    this.#refusals = new Refusals(this.#commonHeaders);
    this.#sharedPages = new SharedPages(options, commonHeaders);
    this.#personalAnswers = new PersonalAnswers(options, this.#refusals);
    this.#writeLimit = new WriteLimit(options.shop.now);
    this.#proxyWatch = new ProxyWatch(options.shop);
  }

  async answerAlways(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { routes, shop } = this.#options;
    const ids: { requestId?: string } = {};
    try {
      await this.#answer(req, res, ids);
    } catch (error) {
      const { status, message } = noteFailure(shop.log, req, error, { ...ids, routes });
      if (status === undefined) res.destroy();
      else this.#refusals.send(req, res, status, message);
    }
  }

  async #answer(req: IncomingMessage, res: ServerResponse, ids: { requestId?: string }): Promise<void> {
    const { shop, compressor, traffic } = this.#options;
    const refusal = refusalFor(req, shop.settings);
    if (!refusal) req.url = withoutNul(req.url ?? '/');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const cachedPage = isRead && !refusal ? this.#sharedPages.cached(req) : undefined;
    if (cachedPage) {
      const sent = sendStored(req, res, cachedPage, compressor);
      traffic.countKept(req, res.statusCode);
      return sent;
    }
    const followed = traffic.follow(req, res);
    ids.requestId = followed.requestId;
    if (refusal) return this.#refusals.send(req, res, refusal.status, refusal.message);
    this.#proxyWatch.look(req);
    return this.#answerAnew(req, res, followed, isRead);
  }

  async #answerAnew(req: IncomingMessage, res: ServerResponse, followed: Followed, isRead: boolean): Promise<void> {
    const { shop, routes, handlers } = this.#options;
    const url = req.url ?? '/';
    for (const [name, value] of this.#commonHeaders) res.setHeader(name, value);
    followed.routeClass = 'moved';
    if (isRead && isUntidy(url)) return sendMoved(res, tidied(url));
    for (const { routeClass, handle } of handlers) {
      followed.routeClass = routeClass;
      if (await handle(req, res)) return;
    }
    followed.routeClass = 'page';
    if (isRead && routes.isShared(pathOf(url))) return this.#renderShared(req, res);
    followed.routeClass = isRead ? 'personal' : 'write';
    if (!isRead && !this.#writeLimit.allows(clientNetworks(req, shop.settings.trustedProxies)))
      return this.#refusals.send(req, res, 429, 'That was a lot at once. Please wait a minute and try again.', 60);
    return this.#personalAnswers.answer(req, res, followed.requestId);
  }

  async #renderShared(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { traffic, compressor } = this.#options;
    const address = this.#sharedPages.addressOf(req.url ?? '/');
    if (address === undefined) return this.#refusals.send(req, res, 414, 'The address is too long.');
    traffic.misses += 1;
    const page = await this.#sharedPages.rendered(address, req);
    if (!page) return this.#refusals.sendBusy(req, res, 429);
    return sendStored(req, res, page, compressor);
  }
}

function headerPairs(flat: string[]): HeaderPairs {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i] ?? '', flat[2 * i + 1] ?? ''] as const);
}
