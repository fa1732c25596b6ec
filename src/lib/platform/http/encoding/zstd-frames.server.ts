import { constants, createZstdCompress, type ZstdCompress } from 'node:zlib';
import type { Dictionary } from '#lib/platform/http/encoding/dictionary.server.ts';

/** At this level, a page takes 0.3 ms. Higher levels take longer and save few bytes. */
const LEVEL = 5;
/** 256 kB, more than a page; a larger window costs memory. */
const WINDOW_BITS = 18;
const CHUNK_BYTES = 40_000;

/**
 * Compresses bodies one after another with the same zstd compressor, each into its own frame. A new compressor per body
 * would allocate its tables and load the dictionary each time, which takes three times as long.
 */
export class ZstdFrames {
  readonly #stream: ZstdCompress;
  #chunks: Buffer[] = [];
  #lastFrame: Promise<unknown> = Promise.resolve();

  constructor(dictionary: Dictionary | undefined) {
    const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_windowLog]: WINDOW_BITS };
    this.#stream = createZstdCompress({
      chunkSize: CHUNK_BYTES,
      params,
      dictionary: dictionary?.bytes,
      // Each write ends a frame. A separate flush would need the thread pool once more.
      flush: constants.ZSTD_e_end,
    });
    this.#stream.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    // The callback of `write` gets the error, too.
    this.#stream.on('error', () => {});
  }

  /** Waits for earlier bodies. After a failure, the compressor can no longer be used. */
  compress(body: Buffer): Promise<NonSharedBuffer> {
    const frame = this.#lastFrame.then(() => this.#compress(body));
    // The caller gets the error; the next body only waits.
    this.#lastFrame = frame.catch(() => {});
    return frame;
  }

  #compress(body: Buffer): Promise<NonSharedBuffer> {
    const { promise, resolve, reject } = Promise.withResolvers<NonSharedBuffer>();
    this.#stream.write(body, (error) => {
      const frame = Buffer.concat(this.#chunks);
      this.#chunks = [];
      if (error) reject(error);
      else resolve(frame);
    });
    return promise;
  }
}
