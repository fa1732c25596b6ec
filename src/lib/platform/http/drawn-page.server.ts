/** What a page leaves between its drawing and the bytes that are sent: its texts, in order, and no body. */
export class DrawnPage extends Response {
  readonly #chunks: readonly string[];

  constructor(chunks: readonly string[], init: ResponseInit) {
    super(null, init);
    this.#chunks = chunks;
  }

  takeBytes(): Buffer {
    return bytesOf(this.#chunks);
  }
}

const MOST_BYTES_A_UNIT = 3;
const SCRATCH_BYTES = 1024 * 1024;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

function bytesOf(chunks: readonly string[]): Buffer {
  const most = chunks.reduce((sum, chunk) => sum + chunk.length * MOST_BYTES_A_UNIT, 0);
  const target = most <= SCRATCH_BYTES ? scratch : Buffer.allocUnsafeSlow(most);
  let end = 0;
  for (const chunk of chunks) end += target.write(chunk, end);
  return Buffer.from(target.subarray(0, end));
}
