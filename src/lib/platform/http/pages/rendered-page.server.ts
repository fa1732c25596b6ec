export type Chunk = string | Uint8Array;

const MAX_BYTES_PER_CODE_UNIT = 3;
const SCRATCH_BYTES = 1024 * 1024;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/** A rendered page that has its chunks, in order, instead of a body. */
export class RenderedPage extends Response {
  readonly #chunks: readonly Chunk[];

  constructor(chunks: readonly Chunk[], init: ResponseInit) {
    super(null, init);
    this.#chunks = chunks;
  }

  toBytes(): Buffer {
    const maxBytes = this.#chunks.reduce((sum, chunk) => sum + chunk.length * MAX_BYTES_PER_CODE_UNIT, 0);
    const target = maxBytes <= SCRATCH_BYTES ? scratch : Buffer.allocUnsafeSlow(maxBytes);
    let end = 0;
    for (const chunk of this.#chunks) {
      if (typeof chunk === 'string') end += target.write(chunk, end);
      else {
        target.set(chunk, end);
        end += chunk.length;
      }
    }
    return Buffer.from(target.subarray(0, end));
  }
}
