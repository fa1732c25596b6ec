import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { dictionaryHeaders, type PageDictionaries } from '#lib/platform/http/dictionary/page-dictionaries.server.ts';
import type { Compressor } from '#lib/platform/http/encoding/compressor.server.ts';
import { isNotModified } from '#lib/platform/http/encoding/conditional.server.ts';
import {
  BROTLI,
  type ContentCoding,
  IDENTITY,
  pageCoding,
  ZSTD,
} from '#lib/platform/http/encoding/content-coding.server.ts';
import { DICTIONARY_USE_HEADER } from '#lib/platform/http/pages/dictionary-use.ts';
import type { RenderedResponse } from '#lib/platform/http/pages/rendered-response.server.ts';
import {
  type EncodedBody,
  encodedBody,
  etagFor,
  type StoredPage,
} from '#lib/platform/http/pages/stored-page.server.ts';
import { plainDocument } from '#lib/platform/http/plain-document.ts';
import { ENDPOINT_CSP } from '#lib/platform/http/server/security-headers.server.ts';

const MIN_COMPRESSED_BYTES = 1_024;
const BUSY_DELAY_MS = 1_000;
const RETRY_AFTER_S = 2;
export const BUSY = 'The shop is very busy. Please try again in a moment.';
const COMPRESSIBLE_TYPE = /^(text\/|application\/(json|xml|rss\+xml|ld\+json|manifest\+json))/;

interface SendOptions {
  compressor: Compressor;
  dictionaries: PageDictionaries;
}

/** Sends a page, or a 304 if the client already has the page. */
export function sendStored(
  req: IncomingMessage,
  res: ServerResponse,
  page: StoredPage,
  { compressor, dictionaries }: SendOptions,
): void | Promise<void> {
  const coding = sentCoding(pageCoding(req, dictionaries), page, compressor);
  const isOffered = dictionaries.isOffered(req.headers, page);
  const etag = etagFor(page, coding);
  const isUnchanged = page.status === 200 && isNotModified(req.headers, { etag });
  const readyBody = page.bodies.get(coding.key);
  const isReady = isUnchanged || readyBody !== undefined;
  if (isReady && (!isOffered || dictionaries.has(page))) return send(readyBody);
  return Promise.all([
    isReady ? readyBody : encodedBody(page, coding, compressor, 'cached'),
    isOffered ? dictionaries.add(page) : undefined,
  ]).then(([body]) => send(body));

  function send(encoded: EncodedBody | undefined): void {
    if (isUnchanged || !encoded) {
      const headers = [...page.notModifiedHeaders, 'etag', etag];
      res.writeHead(304, isOffered ? dictionaryHeaders(headers) : headers).end();
      return;
    }
    if (isOffered) encoded.dictionaryHeaders ??= dictionaryHeaders(encoded.headers);
    res.writeHead(page.status, (isOffered && encoded.dictionaryHeaders) || encoded.headers).end(encoded.body);
  }
}

/**
 * Returns the coding in which the page is sent. The cache may already have a body in brotli, which is smaller than zstd
 * without a dictionary, and needs no work while many other bodies are being compressed.
 */
function sentCoding(coding: ContentCoding, { bodies }: StoredPage, compressor: Compressor): ContentCoding {
  if (!bodies.has(BROTLI.key) || bodies.has(coding.key)) return coding;
  return coding === ZSTD || (coding.dictionary && compressor.isBusy) ? BROTLI : coding;
}

/** Compresses the body of a response if the body has at least 1 kB and a type that compresses well. */
export async function compressResponse(
  response: RenderedResponse,
  req: IncomingMessage,
  { compressor, dictionaries }: SendOptions,
): Promise<void> {
  const { headers, body } = response;
  const isCompressible =
    body.length >= MIN_COMPRESSED_BYTES && COMPRESSIBLE_TYPE.test(String(headers['content-type'] ?? ''));
  if (!isCompressible || headers['content-encoding'] !== undefined) return;
  headers.vary = dictionaries.vary;
  const coding = pageCoding(req, dictionaries, { isPersonal: true });
  if (coding === IDENTITY) return;
  response.body = await compressor.compress(body, coding, 'quick');
  headers['content-encoding'] = coding.name;
}

export function sendPersonal(res: ServerResponse, response: RenderedResponse): void {
  const { headers, body } = response;
  delete headers['cdn-cache-control'];
  delete headers['cache-tag'];
  delete headers[DICTIONARY_USE_HEADER];
  // Logins use a cookie, for which no authentication scheme is registered (RFC 9110, 11.6.1).
  if (response.status === 401) headers['www-authenticate'] ??= 'Cookie realm="account"';
  if (response.status !== 204 && response.status !== 304) headers['content-length'] = body.length;
  res.writeHead(response.status, headers).end(body);
}

/** Sends a message as a page or as JSON. Closes the connection if a response has already been started. */
export function sendPlain(req: IncomingMessage, res: ServerResponse, status: number, message: string): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const acceptsHtml = (req.headers.accept ?? '').includes('text/html');
  const body = acceptsHtml
    ? plainDocument({ title: message, heading: message, link: { href: '/', label: 'Back to the shop' } })
    : JSON.stringify({ status: 'error', message, data: null });
  res.writeHead(status, {
    'content-type': acceptsHtml ? 'text/html; charset=utf-8' : 'application/json',
    'content-security-policy': ENDPOINT_CSP,
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
  });
  res.end(body);
}

export function sendRedirect(res: ServerResponse, location: string): void {
  res.writeHead(301, { location, 'cache-control': 'public, max-age=3600', 'content-length': 0 }).end();
}

/** Sends a 405 with the methods that the path supports (RFC 9110, 15.5.6). */
export function sendNotAllowed(req: IncomingMessage, res: ServerResponse, methods: readonly string[]): void {
  res.setHeader('allow', methods.join(', '));
  sendRefusal(req, res, 405, 'This URL does not support this method.');
}

export function sendRefusal(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  message: string,
  retryAfterS = RETRY_AFTER_S,
): void {
  if (status === 503 || status === 429) res.setHeader('retry-after', retryAfterS);
  sendPlain(req, res, status, message);
}

/** Sends a 503 without a delay, because the client has already waited. */
export function sendTimedOut(req: IncomingMessage, res: ServerResponse): void {
  sendRefusal(req, res, 503, BUSY);
}

/**
 * Sends the refusal after a delay. Bots that are refused immediately also retry immediately, and their requests would
 * keep the shop busy.
 */
export async function sendBusy(req: IncomingMessage, res: ServerResponse, status: 429 | 503): Promise<void> {
  await wait(BUSY_DELAY_MS);
  sendRefusal(req, res, status, BUSY);
}
