import { crc32 } from 'node:zlib';
import type { Encoding } from '#lib/platform/http/encoding/accept-encoding.server.ts';
import { type Compressor, decompressBrotli } from '#lib/platform/http/encoding/compressor.server.ts';
import type { RenderedAnswer } from '#lib/platform/http/pages/render-answer.server.ts';

/** Quick, because a visitor waits for it; the cache compresses pages that are asked for often once more. */
const FIRST_BROTLI_QUALITY = 5;

/** Meant for the cache, or written anew in `finishPage`. */
const NOT_SENT = new Set([
  'cdn-cache-control',
  'cache-tag',
  'cache-control',
  'vary',
  'etag',
  'content-length',
  'connection',
]);

/** How long a page may be sent again, in seconds; `swr` (stale-while-revalidate) begins after `maxAge`. */
export interface CacheTerms {
  maxAge: number;
  swr: number;
  tags: string[];
}

/** Headers are a flat list of names and values, as `writeHead` takes them. */
export interface EncodedBody {
  body: Buffer;
  headers: string[];
}

export interface StoredPage {
  status: number;
  etag: string;
  tags: string[];
  /** Epoch milliseconds. Between the two the page is sent, and rendered anew. */
  freshUntil: number;
  staleUntil: number;
  commonHeaders: string[];
  /** Of a 304, which has no body to describe (RFC 9110, 15.4.5). */
  notModifiedHeaders: string[];
  identityHeaders: string[];
  /** Not compressed. Missing in the cache, which holds brotli only: a sixth of the size. */
  identity?: EncodedBody | undefined;
  br?: EncodedBody;
  gzip?: EncodedBody;
  pendingBodies: Map<Encoding, Promise<EncodedBody>>;
  hits: number;
}

/** Without terms the page may be sent once. */
export function finishPage(
  answer: RenderedAnswer,
  terms: CacheTerms | undefined,
  now: number,
  extraHeaders: string[],
): StoredPage {
  const etag = `W/"${answer.body.length.toString(36)}-${crc32(answer.body).toString(36)}"`;
  const sent = Object.entries(answer.headers).filter(([name]) => !NOT_SENT.has(name));
  const own = sent.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]));
  const rest = ['cache-control', 'no-cache', 'vary', 'accept-encoding', 'etag', etag, ...extraHeaders];
  const commonHeaders = [...own.flat(), ...rest];
  const identityHeaders = [...commonHeaders, 'content-length', String(answer.body.length)];
  const freshUntil = now + (terms?.maxAge ?? 0) * 1000;
  return {
    status: answer.status,
    etag,
    tags: terms?.tags ?? [],
    freshUntil,
    staleUntil: freshUntil + (terms?.swr ?? 0) * 1000,
    commonHeaders,
    notModifiedHeaders: [...own.filter(([name]) => name !== 'content-type').flat(), ...rest],
    identityHeaders,
    identity: { body: answer.body, headers: identityHeaders },
    pendingBodies: new Map(),
    hits: 0,
  };
}

export function encodedBody(page: StoredPage, encoding: Encoding, compressor: Compressor): Promise<EncodedBody> {
  const ready = page[encoding];
  if (ready) return Promise.resolve(ready);
  const pending = page.pendingBodies.get(encoding);
  if (pending) return pending;
  const body = encodeBody(page, encoding, compressor).finally(() => page.pendingBodies.delete(encoding));
  page.pendingBodies.set(encoding, body);
  return body;
}

async function encodeBody(page: StoredPage, encoding: Encoding, compressor: Compressor): Promise<EncodedBody> {
  const plain = await plainBody(page);
  if (encoding === 'identity') return { body: plain, headers: page.identityHeaders };
  const body = await compressor.compress(plain, encoding, FIRST_BROTLI_QUALITY);
  page[encoding] ??= compressedBody(page, encoding, body);
  return page[encoding];
}

export async function plainBody({ identity, br }: StoredPage): Promise<Buffer> {
  if (identity) return identity.body;
  if (!br) throw new Error('a page is neither plain nor in brotli');
  return decompressBrotli(br.body);
}

export function compressedBody(page: StoredPage, encoding: Encoding, body: Buffer): EncodedBody {
  const headers = ['content-encoding', encoding, ...page.commonHeaders, 'content-length', String(body.length)];
  return { body, headers };
}
