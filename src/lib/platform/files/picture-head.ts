/** What the first bytes of a picture say of it, before any pixel is unpacked. */
export interface PictureHead {
  format: string;
  width: number;
  height: number;
  channels: number;
  /** Bytes of one channel of one pixel. */
  depthBytes: number;
  /** An interlaced PNG or a progressive JPEG: nothing can be drawn before the last byte has come. */
  isProgressive: boolean;
  /** Colour values for each pixel of a JPEG: 3, or fewer where colours are kept coarser than light. */
  samples: number;
  frames: number;
}

/** A decompression bomb claims more pixels than any camera of a customer has. */
export const MOST_UPLOADED_PIXELS = 100_000_000;
/** The frames of a moving picture are one picture's work each. */
const MOST_FRAMES = 500;
/** Enough for 12 million pixels as every phone keeps them, and for 4 million as an interlaced PNG of 16 bits. */
export const MOST_HELD_BYTES = 48_000_000;

/** How many bytes must be held at once to decode it: nothing much where rows come one after the other. */
export function heldBytes(head: PictureHead): number {
  const pixels = head.width * head.height;
  switch (head.format) {
    case 'jpeg':
      // Its coefficients, of two bytes each.
      return head.isProgressive ? pixels * head.samples * 2 : 0;
    case 'png':
      // The whole picture, and what is made of it.
      return head.isProgressive ? pixels * head.channels * head.depthBytes * 2 : 0;
    case 'heif':
      return pixels * 6;
    default:
      return pixels * 4;
  }
}

/** Why an uploaded picture is not even tried; `undefined` when it may be. */
export function headRefusal(head: PictureHead): 'bomb' | 'heavy' | undefined {
  if (head.width * head.height > MOST_UPLOADED_PIXELS || head.frames > MOST_FRAMES) return 'bomb';
  return heldBytes(head) > MOST_HELD_BYTES ? 'heavy' : undefined;
}
