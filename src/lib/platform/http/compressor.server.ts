import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
export const decompressBrotli = promisify(brotliDecompress);

/** As many as there are threads for it: each has its tables made when it begins, and more of them only take memory. */
const AT_ONCE = 3;
/** 256 kB, more than a page: a larger window only costs memory and time to set up. */
const BROTLI_WINDOW_BITS = 18;

/** Compresses a few bodies at once, however many are asked for. */
export class Compressor {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** How many run now. */
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

/** zlib writes into pieces of 16 kB, and a shorter result would hold on to the whole piece for as long as it is kept. */
function tight(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}
