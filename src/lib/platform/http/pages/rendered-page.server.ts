export type Piece = string | Uint8Array;

/** What a page leaves between its drawing and the bytes that are sent: its pieces, in order, and no body. */
export class RenderedPage extends Response {
  readonly #pieces: readonly Piece[];

  constructor(pieces: readonly Piece[], init: ResponseInit) {
    super(null, init);
    this.#pieces = pieces;
  }

  takeBytes(): Buffer {
    return bytesOf(this.#pieces);
  }
}

const MOST_BYTES_A_UNIT = 3;
const SCRATCH_BYTES = 1024 * 1024;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

function bytesOf(pieces: readonly Piece[]): Buffer {
  const most = pieces.reduce((sum, piece) => sum + piece.length * MOST_BYTES_A_UNIT, 0);
  const target = most <= SCRATCH_BYTES ? scratch : Buffer.allocUnsafeSlow(most);
  let end = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') end += target.write(piece, end);
    else {
      target.set(piece, end);
      end += piece.length;
    }
  }
  return Buffer.from(target.subarray(0, end));
}
