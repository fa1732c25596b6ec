import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

const AT_ONCE = 3;
/** 256 kB, more than a page; a larger window costs memory and time. */
const BROTLI_WINDOW_BITS = 18;
/** The size of brotli's output buffer: larger than a page, and too large for Node's shared buffer pool. */
const CHUNK_BYTES = 40_000;

type Done = (error: Error | null, result: NonSharedBuffer) => void;

export class Compressor {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  get running(): number {
    return this.#running;
  }

  async compress(body: Buffer, encoding: 'br' | 'gzip', quality: number): Promise<Buffer> {
    if (this.#running < AT_ONCE) this.#running += 1;
    else await new Promise<void>((go) => this.#waiting.push(go));
    try {
      return await (encoding === 'br' ? brotli(body, quality) : gzipped(body));
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

export async function brotli(body: Buffer, quality: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
  };
  return tight(await result((done) => brotliCompress(body, { chunkSize: CHUNK_BYTES, params }, done)));
}

export function decompressBrotli(body: Buffer): Promise<Buffer> {
  return result((done) => brotliDecompress(body, done));
}

async function gzipped(body: Buffer): Promise<Buffer> {
  return tight(await result((done) => gzip(body, done)));
}

/** V8 keeps zlib's callback until its next major collection; that of `promisify` would hold the page (decision 41). */
function result(start: (done: Done) => void): Promise<NonSharedBuffer> {
  const { promise, resolve, reject } = Promise.withResolvers<NonSharedBuffer>();
  start((error, body) => (error ? reject(error) : resolve(body)));
  return promise;
}

/**
 * Copies a short result, which would keep zlib's whole output buffer alive. A buffer of this page alone is transferred.
 */
function tight(body: NonSharedBuffer): Buffer {
  const { buffer, byteOffset, length } = body;
  if (byteOffset === 0 && buffer.byteLength === CHUNK_BYTES) return Buffer.from(buffer.transfer(length));
  const copy = Buffer.allocUnsafeSlow(length);
  body.copy(copy);
  return copy;
}
