import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CapturedAnswer } from '#lib/http/captured-response.server.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Quick at first; a page that is asked for again is worth the 30 ms of the best compression. */
const FIRST_BROTLI_QUALITY = 5;
const BEST_BROTLI_QUALITY = 11;
const HITS_WORTH_BEST_COMPRESSION = 3;
const MOST_REMEMBERED_TAGS = 50_000;

export type Encoding = 'br' | 'gzip' | 'identity';

export interface StoredPage {
  status: number;
  etag: string;
  tags: string[];
  freshUntil: number;
  staleUntil: number;
  bodies: Record<Encoding, Buffer>;
  /** Header lists made once, when the page is stored. */
  headers: Record<Encoding, string[]>;
  notModifiedHeaders: string[];
  bytes: number;
  hits: number;
}

/** What a page said of its life by `Astro.cache.set`, as the provider wrote it into headers; `undefined` when it may not be kept. */
export function cacheTerms(headers: OutgoingHttpHeaders): { maxAge: number; swr: number; tags: string[] } | undefined {
  const control = headers['cdn-cache-control'];
  const maxAge = typeof control === 'string' ? /max-age=(\d+)/.exec(control)?.[1] : undefined;
  if (maxAge === undefined || headers['set-cookie']) return undefined;
  const swr = /stale-while-revalidate=(\d+)/.exec(String(control))?.[1] ?? '0';
  const tags = String(headers['cache-tag'] ?? '')
    .split(',')
    .filter(Boolean);
  return { maxAge: Number(maxAge), swr: Number(swr), tags };
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
  async store(key: string, answer: CapturedAnswer, mark: number, extraHeaders: string[]): Promise<StoredPage> {
    const terms = cacheTerms(answer.headers);
    const page = await finishPage(answer, terms, this.#now(), extraHeaders);
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
    const best = await brotli(page.bodies.identity, BEST_BROTLI_QUALITY).catch(() => undefined);
    this.#improving = false;
    if (!best || this.#pages.get(key) !== page) return;
    this.#bytes += best.length - page.bodies.br.length;
    page.bytes += best.length - page.bodies.br.length;
    page.bodies.br = best;
    page.headers.br = withLength(page.headers.br, best.length);
  }
}

/** Compresses a finished answer and makes its header lists. */
export async function finishPage(
  answer: CapturedAnswer,
  terms: ReturnType<typeof cacheTerms>,
  now: number,
  extraHeaders: string[],
): Promise<StoredPage> {
  const identity = answer.body;
  const [br, gz] = await Promise.all([brotli(identity, FIRST_BROTLI_QUALITY), compressGzip(identity)]);
  const bodies = { br, gzip: gz, identity };
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 20)}"`;
  const kept = Object.entries(answer.headers).filter(([name]) => !NOT_SENT.has(name));
  const common = kept.flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
  common.push('cache-control', 'no-cache', 'vary', 'accept-encoding', 'etag', etag, ...extraHeaders);
  const freshUntil = now + (terms?.maxAge ?? 0) * 1000;
  return {
    status: answer.status,
    etag,
    tags: terms?.tags ?? [],
    freshUntil,
    staleUntil: freshUntil + (terms?.swr ?? 0) * 1000,
    bodies,
    headers: {
      br: ['content-encoding', 'br', ...common, 'content-length', String(br.length)],
      gzip: ['content-encoding', 'gzip', ...common, 'content-length', String(gz.length)],
      identity: [...common, 'content-length', String(identity.length)],
    },
    notModifiedHeaders: common,
    bytes: br.length + gz.length + identity.length + 2_000,
    hits: 0,
  };
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

function brotli(body: Buffer, quality: number): Promise<Buffer> {
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

function withLength(headers: string[], length: number): string[] {
  return [...headers.slice(0, -1), String(length)];
}

/** The best body that the client takes, by its Accept-Encoding. */
export function pickEncoding(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  if (/\bbr\b(?!;q=0(\.0+)?\b)/.test(acceptEncoding)) return 'br';
  return /\bgzip\b(?!;q=0(\.0+)?\b)/.test(acceptEncoding) ? 'gzip' : 'identity';
}
