import { brotliCompress, brotliDecompress, constants, gunzip, gzip, zstdCompress, zstdDecompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ContentCoding } from '#lib/platform/http/encoding/content-coding.server.ts';
import { addDczHeader, type Dictionary, stripDczHeader } from '#lib/platform/http/encoding/dictionary.server.ts';
import { ZstdCompressor } from '#lib/platform/http/encoding/zstd-compressor.server.ts';

/**
 * `quick` is for a body that is sent once, `first` for a page that has just been rendered and is then cached, `cached`
 * for a cached page that is requested in another coding, `best` for a cached page that is often requested.
 */
export type Effort = 'quick' | 'first' | 'cached' | 'best';

const BROTLI_QUALITY: Record<Effort, number> = { quick: 4, first: 5, cached: 5, best: 11 };
/** The levels of zstd for cached pages. Other pages are compressed by `ZstdCompressor`, at a lower level. */
const ZSTD_LEVEL: Partial<Record<Effort, number>> = { cached: 9, best: 19 };
const MAX_CONCURRENT = 3;
const MAX_OPEN_COMPRESSORS = 4;
/** A window of 256 kB, which is larger than a page. A larger window would cost memory and time. */
const BROTLI_WINDOW_BITS = 18;
/** The size of the output buffer: larger than a page, and too large for Node's shared buffer pool. */
const CHUNK_BYTES = 40_000;
/** Larger than a page without a coding. Each further chunk would need the thread pool again, which takes 0.1 ms. */
const DECOMPRESSED_CHUNK_BYTES = 200_000;

type Callback = (error: Error | null, result: NonSharedBuffer) => void;

/** Compresses up to three bodies at a time. Other bodies are queued. */
export class Compressor {
  readonly #waitingJobs: (() => void)[] = [];
  #runningCount = 0;

  get runningCount(): number {
    return this.#runningCount;
  }

  /** Whether a new body would have to wait. */
  get isBusy(): boolean {
    return this.#runningCount >= MAX_CONCURRENT;
  }

  async compress(body: Buffer, coding: ContentCoding, effort: Effort): Promise<Buffer> {
    if (!this.isBusy) this.#runningCount += 1;
    else await new Promise<void>((resolve) => this.#waitingJobs.push(resolve));
    try {
      return await compress(body, coding, effort);
    } finally {
      const startNext = this.#waitingJobs.shift();
      if (startNext) startNext();
      else this.#runningCount -= 1;
    }
  }
}

/** Returns the compressed body. Compresses immediately, without waiting for other bodies. */
export async function compress(body: Buffer, coding: ContentCoding, effort: Effort): Promise<Buffer> {
  const { name, dictionary } = coding;
  if (name === 'identity') return body;
  if (name === 'gzip') return withoutSpareBuffer(await promiseOf((done) => gzip(body, done)));
  if (name === 'br') return compressBrotli(body, BROTLI_QUALITY[effort]);
  const level = ZSTD_LEVEL[effort];
  const frame = level === undefined ? await zstdFrame(body, coding) : await compressZstd(body, dictionary, level);
  return dictionary ? addDczHeader(frame, dictionary) : withoutSpareBuffer(frame);
}

async function compressBrotli(body: Buffer, quality: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
  };
  return withoutSpareBuffer(await promiseOf((done) => brotliCompress(body, { chunkSize: CHUNK_BYTES, params }, done)));
}

function compressZstd(body: Buffer, dictionary: Dictionary | undefined, level: number): Promise<NonSharedBuffer> {
  const params = { [constants.ZSTD_c_compressionLevel]: level };
  const options = { chunkSize: CHUNK_BYTES, params, dictionary: dictionary?.bytes, pledgedSrcSize: body.length };
  return promiseOf((done) => zstdCompress(body, options, done));
}

/** Open compressors. Each uses about 1 MB. */
const compressorsByCoding = new LRUCache<ContentCoding, ZstdCompressor>({
  max: MAX_OPEN_COMPRESSORS,
  dispose: (compressor) => compressor.close(),
});

async function zstdFrame(body: Buffer, coding: ContentCoding): Promise<NonSharedBuffer> {
  const compressor = compressorsByCoding.get(coding) ?? new ZstdCompressor(coding.dictionary);
  compressorsByCoding.set(coding, compressor);
  try {
    return await compressor.compress(body);
  } catch (error) {
    compressorsByCoding.delete(coding);
    throw error;
  }
}

export async function decompress(body: Buffer, { name, dictionary }: ContentCoding): Promise<Buffer> {
  if (name === 'identity') return body;
  const options = { chunkSize: DECOMPRESSED_CHUNK_BYTES };
  if (name === 'br') return promiseOf((done) => brotliDecompress(body, options, done));
  if (name === 'gzip') return promiseOf((done) => gunzip(body, options, done));
  if (!dictionary) return promiseOf((done) => zstdDecompress(body, options, done));
  return promiseOf((done) => zstdDecompress(stripDczHeader(body), { ...options, dictionary: dictionary.bytes }, done));
}

/**
 * Returns the result of a function with a callback. The callback of `promisify` would keep the page in memory until
 * V8's next major garbage collection (decision 41).
 */
function promiseOf(start: (done: Callback) => void): Promise<NonSharedBuffer> {
  const { promise, resolve, reject } = Promise.withResolvers<NonSharedBuffer>();
  start((error, body) => (error ? reject(error) : resolve(body)));
  return promise;
}

/** Returns the result in a buffer of its own, because it would otherwise keep zlib's whole output buffer in memory. */
function withoutSpareBuffer(body: NonSharedBuffer): Buffer {
  const { buffer, byteOffset, length } = body;
  if (byteOffset === 0 && buffer.byteLength === CHUNK_BYTES) return Buffer.from(buffer.transfer(length));
  const copy = Buffer.allocUnsafeSlow(length);
  body.copy(copy);
  return copy;
}
