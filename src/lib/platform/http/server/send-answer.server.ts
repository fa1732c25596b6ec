import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Encoding, encodingFor } from '#lib/platform/http/encoding/accept-encoding.server.ts';
import type { Compressor } from '#lib/platform/http/encoding/compressor.server.ts';
import { isNotModified } from '#lib/platform/http/encoding/conditional.server.ts';
import type { RenderedAnswer } from '#lib/platform/http/pages/render-answer.server.ts';
import { encodedBody, type StoredPage } from '#lib/platform/http/pages/stored-page.server.ts';
import { plainDocument } from '#lib/platform/http/plain-document.ts';

const SMALLEST_COMPRESSED_BYTES = 1_024;
const COMPRESSIBLE = /^(text\/|application\/(json|xml|rss\+xml|ld\+json|manifest\+json))/;
const QUICK_BROTLI_QUALITY = 4;

export function sendStored(
  req: IncomingMessage,
  res: ServerResponse,
  page: StoredPage,
  compressor: Compressor,
): void | Promise<void> {
  if (page.status === 200 && isNotModified(req.headers, page)) {
    res.writeHead(304, page.notModifiedHeaders);
    res.end();
    return;
  }
  const encoding = encodingFor(req);
  const ready = page[encoding];
  if (!ready) return encodedBody(page, encoding, compressor).then(send);
  send(ready);

  function send({ body, headers }: { body: Buffer; headers: string[] }): void {
    res.writeHead(page.status, headers);
    res.end(req.method === 'HEAD' ? undefined : body);
  }
}

export async function compressAnswer(
  answer: RenderedAnswer,
  encoding: Encoding,
  compressor: Compressor,
): Promise<void> {
  const { headers, body } = answer;
  const isWorthIt =
    body.length >= SMALLEST_COMPRESSED_BYTES && COMPRESSIBLE.test(String(headers['content-type'] ?? ''));
  if (!isWorthIt || headers['content-encoding'] !== undefined) return;
  headers.vary = 'accept-encoding';
  if (encoding === 'identity') return;
  answer.body = await compressor.compress(body, encoding, QUICK_BROTLI_QUALITY);
  headers['content-encoding'] = encoding;
}

export function sendPersonal(req: IncomingMessage, res: ServerResponse, answer: RenderedAnswer): void {
  const { headers, body } = answer;
  delete headers['cdn-cache-control'];
  delete headers['cache-tag'];
  // A login is a cookie, for which no scheme is registered (RFC 9110, 11.6.1).
  if (answer.status === 401) headers['www-authenticate'] ??= 'Cookie realm="account"';
  if (answer.status !== 204 && answer.status !== 304) headers['content-length'] = body.length;
  res.writeHead(answer.status, headers);
  res.end(req.method === 'HEAD' ? undefined : body);
}

export function sendPlain(req: IncomingMessage, res: ServerResponse, status: number, message: string): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const wantsHtml = (req.headers.accept ?? '').includes('text/html');
  const body = wantsHtml ? messagePage(message) : JSON.stringify({ status: 'error', message, data: null });
  res.writeHead(status, {
    'content-type': wantsHtml ? 'text/html; charset=utf-8' : 'application/json',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
  });
  res.end(req.method === 'HEAD' ? undefined : body);
}

export function sendMoved(res: ServerResponse, location: string): void {
  res.writeHead(301, { location, 'cache-control': 'public, max-age=3600', 'content-length': 0 }).end();
}

function messagePage(message: string): string {
  return plainDocument({ title: message, heading: message, link: { href: '/', label: 'Back to the shop' } });
}
