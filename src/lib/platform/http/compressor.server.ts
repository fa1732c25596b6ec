import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
export const decompressBrotli = promisify(brotliDecompress);

const AT_ONCE = 3;
/** 256 kB, more than a page; a larger window costs memory and time. */
const BROTLI_WINDOW_BITS = 18;

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
      return await (encoding === 'br' ? brotli(body, quality) : compressGzip(body).then(tight));
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

export async function brotli(body: Buffer, quality: number): Promise<Buffer> {
  const compressed = await compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
    },
  });
  return tight(compressed);
}

/** zlib writes into pieces of 16 kB: without a copy, a short result would keep the whole piece in memory. */
function tight(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}
