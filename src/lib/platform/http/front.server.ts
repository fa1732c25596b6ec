import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { FairSemaphore } from '#lib/platform/cache/fair-semaphore.ts';
import {
  type CapturedAnswer,
  type RenderHandler,
  renderCaptured,
  renderShared,
} from '#lib/platform/http/captured-response.server.ts';
import type { Compressor } from '#lib/platform/http/compressor.server.ts';
import { mustBeWhole, noteFailure } from '#lib/platform/http/front-failure.server.ts';
import { clientAddress, isUntidy, refusalFor, tidied, withoutNul } from '#lib/platform/http/guards.server.ts';
import type { PageCache } from '#lib/platform/http/page-cache.server.ts';
import { networkOf } from '#lib/platform/http/rate-limit.server.ts';
import { fallbackCsp, securityHeaders } from '#lib/platform/http/security-headers.server.ts';
import {
  compressAnswer,
  encodingFor,
  sendMoved,
  sendPersonal,
  sendPlain,
  sendStored,
} from '#lib/platform/http/send-answer.server.ts';
import { isSharedPage, normalisedAddress } from '#lib/platform/http/shared-pages.ts';
import { SharedRenders } from '#lib/platform/http/shared-renders.server.ts';
import { sendStoredFile, takeStoredFile } from '#lib/platform/http/stored-file.server.ts';
import { finishPage, type StoredPage } from '#lib/platform/http/stored-page.server.ts';
import { WriteLimit } from '#lib/platform/http/write-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** A stop on the way to Astro that may answer by itself: health, pictures, files. */
export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>;

export interface FrontOptions {
  shop: Shop;
  /** Resolves when Astro's bundle is loaded. */
  pages: Promise<RenderHandler>;
  handlers: RequestHandler[];
  pageCache: PageCache;
  compressor: Compressor;
}

/** Places of their own, so that no crowd on shared pages takes them: a buyer's cart comes at once. */
const PERSONAL_AT_ONCE = 3;
const PERSONAL_WAITING = 400;
const ADDRESSES_REMEMBERED = 4_000;
/** What one person was answered, pages and files alike. */
const KEPT_NOWHERE = { 'cache-control': 'private, no-store' };
const REFUSED_AFTER_MS = 1_000;
const BUSY = 'The shop is very busy. Please try again in a moment.';

/** The listener of the shop's own HTTP server: guards, handlers, cached pages, then Astro. */
export function createFront({ shop, pages, handlers, pageCache, compressor }: FrontOptions) {
  const { settings, log } = shop;
  const commonHeaders = securityHeaders(settings);
  const commonPairs = pairs(commonHeaders);
  const host = new URL(settings.siteUrl).host;
  const personalSemaphore = new FairSemaphore(PERSONAL_AT_ONCE, PERSONAL_WAITING);
  const renderInPlace = (address: string) => shop.upstreams.holdingPlace(() => renderAndStore(address));
  const sharedRenders = new SharedRenders(renderInPlace, compressor);
  const writeLimit = new WriteLimit(shop.now);
  const addresses = new Map<string, string>();

  return async function listener(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      await answer(req, res);
    } catch (error) {
      const { status, message } = noteFailure(log, req, error);
      if (status === undefined) res.destroy();
      else refuse(req, res, status, message);
    }
  };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const refusal = refusalFor(req, settings);
    if (refusal) return refuse(req, res, refusal.status, refusal.message);
    req.url = withoutNul(req.url ?? '/');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (isRead && settings.pageCache) {
      const address = addressOf(req.url ?? '/');
      const kept = address === undefined ? undefined : pageCache.get(address);
      if (kept && address !== undefined) {
        if (!pageCache.isFresh(kept)) {
          const refresh = sharedRenders.page(address, { from: '', encoding: encodingFor(req) });
          void refresh.catch((error) => noteFailure(log, req, error));
        }
        return sendStored(req, res, kept, compressor);
      }
    }
    for (const [name, value] of commonPairs) res.setHeader(name, value);
    if (isRead && isUntidy(req.url)) return sendMoved(res, tidied(req.url));
    for (const handler of handlers) if (await handler(req, res)) return;
    if (isRead && isSharedPage(pathOf(req))) return answerShared(req, res);
    if (!isRead && !writeLimit.allows(clientAddress(req, settings.trustedProxies))) {
      return refuse(req, res, 429, 'That was a lot at once. Please wait a minute and try again.', 60);
    }
    return answerPersonal(req, res);
  }

  /** Taking a long query apart costs a quarter of a kept answer, so the last few thousand addresses are remembered. */
  function addressOf(url: string): string | undefined {
    const known = addresses.get(url);
    if (known !== undefined) return known;
    const address = normalisedAddress(url);
    if (address !== undefined) {
      if (addresses.size >= ADDRESSES_REMEMBERED) addresses.clear();
      addresses.set(url, address);
    }
    return address;
  }

  async function answerShared(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const address = addressOf(req.url ?? '/');
    if (address === undefined) return refuse(req, res, 414, 'The address is too long.');
    const from = networkOf(clientAddress(req, settings.trustedProxies));
    const page = await sharedRenders.page(address, { from, encoding: encodingFor(req) });
    if (!page) return refuseLater(req, res, 429);
    return sendStored(req, res, page, compressor);
  }

  async function renderAndStore(address: string): Promise<StoredPage> {
    const mark = pageCache.mark();
    const handler = await pages;
    const locals = localsFor('');
    const answer =
      (await renderShared(handler, address, host, locals)) ?? (await renderShared(handler, '/404', host, locals));
    if (!answer) throw new Error('No page answers, not even 404.');
    mustBeWhole(answer);
    withFallbackCsp(answer);
    if (settings.pageCache) return pageCache.store(address, answer, mark, commonHeaders);
    return finishPage(answer, undefined, shop.now(), [...commonHeaders, ...termsForCdn(answer.headers)]);
  }

  async function answerPersonal(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const handler = await pages;
    const address = clientAddress(req, settings.trustedProxies);
    overwriteForwarded(req, address, settings.siteUrl);
    const locals = localsFor(address);
    const render = async () => {
      const first = await renderCaptured(handler, req, locals);
      const answer = first ?? (isPage(req) ? await renderNotFound() : undefined);
      if (answer) await compressAnswer(answer, encodingFor(req), compressor);
      return answer;
    };
    const renderNotFound = () => {
      req.url = '/404';
      return renderCaptured(handler, req, locals);
    };
    // A slow upload must not keep pages waiting, so only pages take a place.
    const place = () => shop.upstreams.holdingPlace(render);
    const answer = isPage(req) ? await personalSemaphore.run({ from: networkOf(address) }, place) : await render();
    if (!answer && !isPage(req)) return refuse(req, res, 404, 'There is nothing at this address.');
    if (!answer) return refuseLater(req, res, 503);
    mustBeWhole(answer, req.method);
    withFallbackCsp(answer);
    answer.headers = { ...KEPT_NOWHERE, ...answer.headers };
    const file = takeStoredFile(answer.headers);
    if (!file) return sendPersonal(req, res, answer);
    const isSent = await sendStoredFile(res, answer, file, { files: shop.files, isHead: req.method === 'HEAD' });
    if (!isSent) sendPlain(req, res, 404, 'There is no such file.');
  }

  /** At once, a robot would ask again at once, and the refusals alone would keep the shop busy. */
  async function refuseLater(req: IncomingMessage, res: ServerResponse, status: number): Promise<void> {
    await wait(REFUSED_AFTER_MS);
    refuse(req, res, status, BUSY);
  }

  function localsFor(address: string): App.Locals {
    return { shop, requestId: randomUUID(), clientAddress: address };
  }

  function refuse(req: IncomingMessage, res: ServerResponse, status: number, message: string, waitS = 2): void {
    for (const [name, value] of commonPairs) res.setHeader(name, value);
    if (status === 503 || status === 429) res.setHeader('retry-after', waitS);
    if (status === 405) res.setHeader('allow', 'GET, HEAD, POST, PATCH, DELETE');
    // What was not read of a refused body must not be taken for the next request.
    if (req.method !== 'GET' && req.method !== 'HEAD') res.setHeader('connection', 'close');
    sendPlain(req, res, status, message);
  }
}

function withFallbackCsp(answer: CapturedAnswer): void {
  const csp = fallbackCsp(String(answer.headers['content-type'] ?? ''));
  if (csp && answer.headers['content-security-policy'] === undefined) answer.headers['content-security-policy'] = csp;
}

/** Astro believes these headers once a domain is allowed, so none may come from outside. */
function overwriteForwarded(req: IncomingMessage, address: string, siteUrl: string): void {
  const site = new URL(siteUrl);
  req.headers['x-forwarded-for'] = address;
  req.headers['x-forwarded-proto'] = site.protocol.slice(0, -1);
  req.headers['x-forwarded-host'] = site.host;
  delete req.headers['x-forwarded-port'];
}

/** With `PAGE_CACHE=off` an outer CDN or Varnish keeps the pages, and must know how long and what drops them. */
function termsForCdn(headers: OutgoingHttpHeaders): string[] {
  const names = ['cdn-cache-control', 'cache-tag'];
  return names.flatMap((name) => (headers[name] === undefined ? [] : [name, String(headers[name])]));
}

function isPage(req: IncomingMessage): boolean {
  return req.method === 'GET' || req.method === 'HEAD';
}

function pathOf(req: IncomingMessage): string {
  return (req.url ?? '/').split('?', 1)[0] ?? '/';
}

function pairs(flat: string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let i = 0; i < flat.length; i += 2) result.push([flat[i] ?? '', flat[i + 1] ?? '']);
  return result;
}
