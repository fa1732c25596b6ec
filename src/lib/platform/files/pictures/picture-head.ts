export interface PictureHead {
  format: string;
  width: number;
  height: number;
  channels: number;
  depthBytes: number;
  /** An interlaced PNG or a progressive JPEG, which can't be decoded row by row. */
  isProgressive: boolean;
  samples: number;
  frames: number;
}

/** More pixels than any customer's camera has; rejects decompression bombs. */
export const MAX_UPLOADED_PIXELS = 100_000_000;
const MAX_FRAMES = 500;
/** Enough for a phone's 12 megapixels, or for 4 as an interlaced PNG of 16 bits. */
export const MAX_DECODED_BYTES = 48_000_000;

/** The memory that decoding needs for the whole picture; 0 if it is decoded row by row. */
export function decodedBytes(head: PictureHead): number {
  const pixels = head.width * head.height;
  switch (head.format) {
    case 'jpeg':
      return head.isProgressive ? pixels * head.samples * 2 : 0;
    case 'png':
      return head.isProgressive ? pixels * head.channels * head.depthBytes * 2 : 0;
    case 'heif':
      return pixels * 6;
    default:
      return pixels * 4;
  }
}

export function headRefusal(head: PictureHead): 'bomb' | 'heavy' | undefined {
  if (head.width * head.height > MAX_UPLOADED_PIXELS || head.frames > MAX_FRAMES) return 'bomb';
  return decodedBytes(head) > MAX_DECODED_BYTES ? 'heavy' : undefined;
}
