import { createHash } from 'node:crypto';
import { type Compressor, decompressBrotli } from '#lib/platform/http/compressor.server.ts';
import type { RenderedAnswer } from '#lib/platform/http/render-answer.server.ts';

const FIRST_BROTLI_QUALITY = 5;

/** `maxAge` and `swr` are in seconds. */
export interface PageTerms {
  maxAge: number;
  swr: number;
  tags: string[];
}

export type Encoding = 'br' | 'gzip' | 'identity';

export interface EncodedBody {
  body: Buffer;
  headers: string[];
}

export interface StoredPage {
  status: number;
  etag: string;
  tags: string[];
  freshUntil: number;
  staleUntil: number;
  commonHeaders: string[];
  identityHeaders: string[];
  /** Absent once the page is kept: the cache keeps brotli only, a sixth of the size. */
  identity?: EncodedBody | undefined;
  br?: EncodedBody;
  gzip?: EncodedBody;
  inTheMaking: Map<Encoding, Promise<EncodedBody>>;
  hits: number;
}

export function finishPage(
  answer: RenderedAnswer,
  terms: PageTerms | undefined,
  now: number,
  extraHeaders: string[],
): StoredPage {
  const etag = `W/"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 20)}"`;
  const kept = Object.entries(answer.headers).filter(([name]) => !NOT_SENT.has(name));
  const commonHeaders = kept.flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
  commonHeaders.push('cache-control', 'no-cache', 'vary', 'accept-encoding', 'etag', etag, ...extraHeaders);
  const identityHeaders = [...commonHeaders, 'content-length', String(answer.body.length)];
  const freshUntil = now + (terms?.maxAge ?? 0) * 1000;
  return {
    status: answer.status,
    etag,
    tags: terms?.tags ?? [],
    freshUntil,
    staleUntil: freshUntil + (terms?.swr ?? 0) * 1000,
    commonHeaders,
    identityHeaders,
    identity: { body: answer.body, headers: identityHeaders },
    inTheMaking: new Map(),
    hits: 0,
  };
}

export function encodedBody(page: StoredPage, encoding: Encoding, compressor: Compressor): Promise<EncodedBody> {
  const ready = page[encoding];
  if (ready) return Promise.resolve(ready);
  const running = page.inTheMaking.get(encoding);
  if (running) return running;
  const making = makeBody(page, encoding, compressor).finally(() => page.inTheMaking.delete(encoding));
  page.inTheMaking.set(encoding, making);
  return making;
}

async function makeBody(page: StoredPage, encoding: Encoding, compressor: Compressor): Promise<EncodedBody> {
  const plain = await plainBody(page);
  if (encoding === 'identity') return { body: plain, headers: page.identityHeaders };
  const body = await compressor.compress(plain, encoding, FIRST_BROTLI_QUALITY);
  page[encoding] ??= withEncoding(page, encoding, body);
  return page[encoding];
}

export async function plainBody({ identity, br }: StoredPage): Promise<Buffer> {
  if (identity) return identity.body;
  if (!br) throw new Error('a page is neither plain nor in brotli');
  return decompressBrotli(br.body);
}

export function withEncoding(page: StoredPage, encoding: Encoding, body: Buffer): EncodedBody {
  const headers = ['content-encoding', encoding, ...page.commonHeaders, 'content-length', String(body.length)];
  return { body, headers };
}

const NOT_SENT = new Set([
  'cdn-cache-control',
  'cache-tag',
  'cache-control',
  'vary',
  'etag',
  'content-length',
  'connection',
]);

export function pickEncoding(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  if (/\bbr\b(?!;q=0(\.0+)?\b)/.test(acceptEncoding)) return 'br';
  return /\bgzip\b(?!;q=0(\.0+)?\b)/.test(acceptEncoding) ? 'gzip' : 'identity';
}
