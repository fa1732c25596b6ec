import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Gate } from '#lib/cache/gate.ts';
import { isUploadRefusal } from '#lib/files/upload.ts';
import {
  type CapturedAnswer,
  type RenderHandler,
  renderCaptured,
  renderShared,
} from '#lib/http/captured-response.server.ts';
import { endRefusal } from '#lib/http/end-refusal.server.ts';
import { clientAddress, hasSlashAtEnd, refusalFor, withoutNul, withoutSlashAtEnd } from '#lib/http/guards.server.ts';
import { encodedBody, finishPage, type PageCache, pickEncoding, type StoredPage } from '#lib/http/page-cache.server.ts';
import { fallbackCsp, securityHeaders } from '#lib/http/security-headers.server.ts';
import { isSharedPage, normalisedAddress } from '#lib/http/shared-pages.ts';
import { sendStoredFile, takeStoredFile } from '#lib/http/stored-file.server.ts';
import { WriteLimit } from '#lib/http/write-limit.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';

/** A stop on the way to Astro that may answer by itself: health, pictures, files. */
export type Station = (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>;

export interface FrontOptions {
  shop: Shop;
  /** Resolves when Astro's bundle is loaded. */
  pages: Promise<RenderHandler>;
  stations: Station[];
  pageCache: PageCache;
}

/** Renders at once, and renders that may wait: more would only cost memory (budget: 250 MB under load). */
const RENDERS_AT_ONCE = 3;
const RENDERS_WAITING = 400;
const ADDRESSES_REMEMBERED = 4_000;
/** What one person was answered, pages and files alike. */
const KEPT_NOWHERE = { 'cache-control': 'private, no-store' };
const SMALLEST_COMPRESSED_BYTES = 1_024;
const COMPRESSIBLE = /^(text\/|application\/(json|xml|rss\+xml|ld\+json|manifest\+json))/;

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** The listener of the shop's own HTTP server: guards, stations, cached pages, then Astro. */
export function createFront({ shop, pages, stations, pageCache }: FrontOptions) {
  const { settings, log } = shop;
  const commonHeaders = securityHeaders(settings);
  const commonPairs = pairs(commonHeaders);
  const host = new URL(settings.siteUrl).host;
  const gate = new Gate(RENDERS_AT_ONCE, RENDERS_WAITING);
  const writeLimit = new WriteLimit(shop.now);
  const inFlight = new Map<string, Promise<StoredPage | undefined>>();
  const addresses = new Map<string, string>();

  return async function listener(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      await answer(req, res);
    } catch (error) {
      const requestId = randomUUID();
      log.error({ err: error, requestId, method: req.method, path: pathOf(req) }, 'request failed');
      sendPlain(req, res, 500, `Something broke on our side. Please try again. (${requestId})`);
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
        if (!pageCache.isFresh(kept))
          void renderOnce(address).catch((error) => log.warn({ err: error, address }, 'refresh failed'));
        return sendStored(req, res, kept);
      }
    }
    for (const [name, value] of commonPairs) res.setHeader(name, value);
    if (isRead && hasSlashAtEnd(req.url)) return moved(res, withoutSlashAtEnd(req.url));
    for (const station of stations) if (await station(req, res)) return;
    if (isRead && isSharedPage(pathOf(req))) return answerShared(req, res);
    if (!isRead && !writeLimit.allows(clientAddress(req, settings.trustedProxies))) {
      return refuse(req, res, 429, 'That was a lot at once. Please wait a minute and try again.');
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
    const page = await renderOnce(address);
    if (!page) return refuse(req, res, 503, 'The shop is very busy. Please try again in a moment.');
    return sendStored(req, res, page);
  }

  /** Several visitors who ask for one shared page at once share one rendering. */
  function renderOnce(address: string): Promise<StoredPage | undefined> {
    const running = inFlight.get(address);
    if (running) return running;
    const rendering = gate
      .run(() => shop.upstreams.holdingPlace(() => renderAndStore(address)))
      .finally(() => inFlight.delete(address));
    inFlight.set(address, rendering);
    return rendering;
  }

  async function renderAndStore(address: string): Promise<StoredPage> {
    const mark = pageCache.mark();
    const handler = await pages;
    const locals = localsFor('');
    const answer =
      (await renderShared(handler, address, host, locals)) ?? (await renderShared(handler, '/404', host, locals));
    if (!answer) throw new Error('No page answers, not even 404.');
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
      if (first) return first;
      req.url = '/404';
      return renderCaptured(handler, req, locals);
    };
    // A slow upload must not keep pages waiting, so only pages take a place.
    const answer = isPage(req) ? await gate.run(() => shop.upstreams.holdingPlace(render)) : await render();
    if (!answer) return refuse(req, res, 503, 'The shop is very busy. Please try again in a moment.');
    withFallbackCsp(answer);
    answer.headers = { ...KEPT_NOWHERE, ...answer.headers };
    const file = takeStoredFile(answer.headers);
    if (!file) return sendPersonal(req, res, answer);
    try {
      const isSent = await sendStoredFile(res, answer, file, { files: shop.files, isHead: req.method === 'HEAD' });
      if (!isSent) sendPlain(req, res, 404, 'There is no such file.');
    } catch (error) {
      if (!isUploadRefusal(error)) throw error;
      log.warn({ err: error.cause ?? error }, 'a file could not be read');
      refuse(req, res, 503, error.message);
    }
  }

  function localsFor(address: string): App.Locals {
    return { shop, requestId: randomUUID(), clientAddress: address };
  }

  function refuse(req: IncomingMessage, res: ServerResponse, status: number, message: string): void {
    for (const [name, value] of commonPairs) res.setHeader(name, value);
    if (status === 503) res.setHeader('retry-after', '2');
    if (status === 405) res.setHeader('allow', 'GET, HEAD, POST, PATCH, DELETE');
    // What was not read of a refused body must not be taken for the next request.
    if (req.method !== 'GET' && req.method !== 'HEAD') res.setHeader('connection', 'close');
    sendPlain(req, res, status, message);
  }
}

function moved(res: ServerResponse, location: string): void {
  res.writeHead(301, { location, 'cache-control': 'public, max-age=3600', 'content-length': 0 }).end();
}

/** Without a wait when the encoding is ready, which is what nearly every hit is. */
function sendStored(req: IncomingMessage, res: ServerResponse, page: StoredPage): void | Promise<void> {
  if (page.status === 200 && req.headers['if-none-match'] === page.etag) {
    res.writeHead(304, page.commonHeaders);
    res.end();
    return;
  }
  const encoding = pickEncoding(req.headers['accept-encoding'] as string | undefined);
  const ready = page[encoding];
  if (!ready) return encodedBody(page, encoding).then(send);
  send(ready);

  function send({ body, headers }: { body: Buffer; headers: string[] }): void {
    res.writeHead(page.status, headers);
    res.end(req.method === 'HEAD' ? undefined : body);
  }
}

async function sendPersonal(req: IncomingMessage, res: ServerResponse, answer: CapturedAnswer): Promise<void> {
  if (!answer.complete) return sendPlain(req, res, 500, 'Something broke on our side. Please try again.');
  const { headers } = answer;
  delete headers['cdn-cache-control'];
  delete headers['cache-tag'];
  let body = answer.body;
  const encoding = pickEncoding(req.headers['accept-encoding'] as string | undefined);
  const worthIt = body.length >= SMALLEST_COMPRESSED_BYTES && COMPRESSIBLE.test(String(headers['content-type'] ?? ''));
  if (worthIt && encoding !== 'identity' && headers['content-encoding'] === undefined) {
    body = encoding === 'br' ? await quickBrotli(body) : await compressGzip(body);
    headers['content-encoding'] = encoding;
    headers.vary = 'accept-encoding';
  }
  if (answer.status !== 204 && answer.status !== 304) headers['content-length'] = body.length;
  res.writeHead(answer.status, headers);
  res.end(req.method === 'HEAD' ? undefined : body);
}

function sendPlain(req: IncomingMessage, res: ServerResponse, status: number, message: string): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const wantsHtml = (req.headers.accept ?? '').includes('text/html');
  const body = wantsHtml ? plainPage(message) : JSON.stringify({ status: 'error', message, data: null });
  res.writeHead(status, {
    'content-type': wantsHtml ? 'text/html; charset=utf-8' : 'application/json',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
  });
  if (req.method !== 'HEAD') res.write(body);
  endRefusal(req, res);
}

/** Only for answers that can't wait for a rendered page; the messages are our own words, never the visitor's. */
function plainPage(message: string): string {
  return `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Taana</title><h1>${message}</h1><p><a href="/">Back to the shop</a></p></html>`;
}

function quickBrotli(body: Buffer): Promise<Buffer> {
  return compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
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
