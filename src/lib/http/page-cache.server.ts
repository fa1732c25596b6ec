import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { readTagHeader } from '#lib/http/cache-tags.ts';
import type { CapturedAnswer } from '#lib/http/captured-response.server.ts';
import { brotli, type Compressor } from '#lib/http/compressor.server.ts';

/** Quick at first; a page that is asked for again is worth the 30 ms of the best compression. */
const FIRST_BROTLI_QUALITY = 5;
const BEST_BROTLI_QUALITY = 11;
const HITS_WORTH_BEST_COMPRESSION = 3;
const MOST_REMEMBERED_TAGS = 50_000;
/** Markup compresses to about a sixth, and there may be two compressed forms. */
const WITH_ENCODINGS = 1.4;
const BYTES_OF_HEADERS = 4_000;

export type Encoding = 'br' | 'gzip' | 'identity';

/** A body as it goes out, with its list of headers made once. */
interface EncodedBody {
  body: Buffer;
  headers: string[];
}

export interface StoredPage {
  status: number;
  etag: string;
  tags: string[];
  freshUntil: number;
  staleUntil: number;
  /** Headers of every encoding, and of 304. */
  commonHeaders: string[];
  identity: EncodedBody;
  /** Made when the first visitor asks for it. */
  br?: EncodedBody;
  gzip?: EncodedBody;
  /** Those that are being made, for all who ask meanwhile. */
  inTheMaking: Map<Encoding, Promise<EncodedBody>>;
  bytes: number;
  hits: number;
}

/** What a page said of its life by `Astro.cache.set`, as the provider wrote it into headers; `undefined` when it may not be kept. */
export function cacheTerms(headers: OutgoingHttpHeaders): { maxAge: number; swr: number; tags: string[] } | undefined {
  const control = headers['cdn-cache-control'];
  const maxAge = typeof control === 'string' ? /max-age=(\d+)/.exec(control)?.[1] : undefined;
  if (maxAge === undefined || headers['set-cookie']) return undefined;
  const swr = /stale-while-revalidate=(\d+)/.exec(String(control))?.[1] ?? '0';
  return { maxAge: Number(maxAge), swr: Number(swr), tags: readTagHeader(String(headers['cache-tag'] ?? '')) };
}

/** Finished pages in memory, like a small CDN: bounded by bytes, oldest use out first, dropped by tag. */
export class PageCache {
  readonly #pages = new Map<string, StoredPage>();
  readonly #droppedAt = new Map<string, number>();
  readonly #maxBytes: number;
  readonly #now: () => number;
  #bytes = 0;
  #clock = 0;
  #forgottenUntil = -1;
  #improving = false;

  constructor(options: { maxBytes?: number; now?: () => number } = {}) {
    this.#maxBytes = options.maxBytes ?? 64 * 1024 * 1024;
    this.#now = options.now ?? Date.now;
  }

  get size(): number {
    return this.#pages.size;
  }

  /** The page while it may be shown, fresh or stale; a hit moves it to the young end. */
  get(key: string): StoredPage | undefined {
    const page = this.#pages.get(key);
    if (!page) return undefined;
    if (page.staleUntil <= this.#now()) {
      this.#remove(key, page);
      return undefined;
    }
    page.hits += 1;
    if (page.hits % 64 === 1) {
      this.#pages.delete(key);
      this.#pages.set(key, page);
    }
    if (page.hits === HITS_WORTH_BEST_COMPRESSION && !this.#improving) void this.#improve(key, page);
    return page;
  }

  isFresh(page: StoredPage): boolean {
    return page.freshUntil > this.#now();
  }

  /** A mark of now, for `store`: what is dropped after the mark was rendered from old data. */
  mark(): number {
    return this.#clock;
  }

  /** Makes a finished answer ready to send, and keeps it unless one of its tags was dropped since `mark`. */
  store(key: string, answer: CapturedAnswer, mark: number, extraHeaders: string[]): StoredPage {
    const terms = cacheTerms(answer.headers);
    const page = finishPage(answer, terms, this.#now(), extraHeaders);
    const outdated = page.tags.some((tag) => (this.#droppedAt.get(tag) ?? this.#forgottenUntil) > mark);
    if (terms && answer.complete && !outdated) this.#keep(key, page);
    return page;
  }

  dropTags(tags: ReadonlySet<string>): void {
    this.#clock += 1;
    for (const tag of tags) this.#droppedAt.set(tag, this.#clock);
    if (this.#droppedAt.size > MOST_REMEMBERED_TAGS) {
      this.#droppedAt.clear();
      this.#forgottenUntil = this.#clock;
    }
    for (const [key, page] of this.#pages) {
      if (page.tags.some((tag) => tags.has(tag))) this.#remove(key, page);
    }
  }

  #keep(key: string, page: StoredPage): void {
    const before = this.#pages.get(key);
    if (before) this.#remove(key, before);
    this.#pages.set(key, page);
    this.#bytes += page.bytes;
    for (const [oldKey, oldPage] of this.#pages) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldKey, oldPage);
    }
  }

  #remove(key: string, page: StoredPage): void {
    if (this.#pages.delete(key)) this.#bytes -= page.bytes;
  }

  async #improve(key: string, page: StoredPage): Promise<void> {
    this.#improving = true;
    const best = await brotli(page.identity.body, BEST_BROTLI_QUALITY).catch(() => undefined);
    this.#improving = false;
    if (best && this.#pages.get(key) === page) page.br = withEncoding(page, 'br', best);
  }
}

/** Makes a finished answer ready to send: its etag and header lists. */
export function finishPage(
  answer: CapturedAnswer,
  terms: ReturnType<typeof cacheTerms>,
  now: number,
  extraHeaders: string[],
): StoredPage {
  const etag = `W/"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 20)}"`;
  const kept = Object.entries(answer.headers).filter(([name]) => !NOT_SENT.has(name));
  const commonHeaders = kept.flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
  commonHeaders.push('cache-control', 'no-cache', 'vary', 'accept-encoding', 'etag', etag, ...extraHeaders);
  const freshUntil = now + (terms?.maxAge ?? 0) * 1000;
  return {
    status: answer.status,
    etag,
    tags: terms?.tags ?? [],
    freshUntil,
    staleUntil: freshUntil + (terms?.swr ?? 0) * 1000,
    commonHeaders,
    identity: {
      body: answer.body,
      headers: [...commonHeaders, 'content-length', String(answer.body.length)],
    },
    inTheMaking: new Map(),
    bytes: Math.ceil(answer.body.length * WITH_ENCODINGS) + BYTES_OF_HEADERS,
    hits: 0,
  };
}

/** The body in an encoding; compressed once, for the first who asks and all who come meanwhile. */
export function encodedBody(page: StoredPage, encoding: Encoding, compressor: Compressor): Promise<EncodedBody> {
  const ready = page[encoding];
  if (ready) return Promise.resolve(ready);
  const running = page.inTheMaking.get(encoding);
  if (running) return running;
  const making = compressInto(page, encoding === 'br' ? 'br' : 'gzip', compressor).finally(() =>
    page.inTheMaking.delete(encoding),
  );
  page.inTheMaking.set(encoding, making);
  return making;
}

async function compressInto(page: StoredPage, encoding: 'br' | 'gzip', compressor: Compressor): Promise<EncodedBody> {
  const body = await compressor.compress(page.identity.body, encoding, FIRST_BROTLI_QUALITY);
  page[encoding] ??= withEncoding(page, encoding, body);
  return page[encoding];
}

function withEncoding(page: StoredPage, encoding: Encoding, body: Buffer): EncodedBody {
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

/** The best body that the client takes, by its Accept-Encoding. */
export function pickEncoding(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  if (/\bbr\b(?!;q=0(\.0+)?\b)/.test(acceptEncoding)) return 'br';
  return /\bgzip\b(?!;q=0(\.0+)?\b)/.test(acceptEncoding) ? 'gzip' : 'identity';
}
