/** The properties of a picture that are known before it is decoded. */
export interface PictureHeader {
  format: string;
  width: number;
  height: number;
  channels: number;
  depthBytes: number;
  /** Whether it is an interlaced PNG or a progressive JPEG, which can't be decoded row by row. */
  isProgressive: boolean;
  /** The number of colour samples per pixel. Chroma subsampling makes it smaller. */
  samples: number;
  frames: number;
}

/** More pixels than customers' pictures usually have. The limit rejects decompression bombs. */
export const MAX_UPLOADED_PIXELS = 100_000_000;
/**
 * The longest pictures that customers send are screenshots of long pages. The square of a longer picture would need too
 * much memory, because its shorter edge is enlarged before the square is cut out.
 */
const MAX_ASPECT_RATIO = 50;
const MAX_FRAMES = 500;
/** Enough for a phone's picture of 12 megapixels, or for an interlaced 16-bit PNG of 4 megapixels. */
export const MAX_DECODED_BYTES = 48_000_000;

/** Returns the bytes of memory that the whole decoded picture needs, or 0 if it is decoded row by row. */
export function decodedBytes(header: PictureHeader): number {
  const pixels = header.width * header.height;
  switch (header.format) {
    case 'jpeg':
      return header.isProgressive ? pixels * header.samples * 2 : 0;
    case 'png':
      return header.isProgressive ? pixels * header.channels * header.depthBytes * 2 : 0;
    case 'heif':
      return pixels * 6;
    default:
      return pixels * 4;
  }
}

/**
 * Returns why a picture must be refused: `bomb` if there are far too many pixels or frames, or if it is far too long,
 * `heavy` if decoding would need too much memory. Returns undefined for any other picture.
 */
export function headerRefusal(header: PictureHeader): 'bomb' | 'heavy' | undefined {
  const { width, height } = header;
  if (width * height > MAX_UPLOADED_PIXELS || header.frames > MAX_FRAMES) return 'bomb';
  if (Math.max(width, height) > Math.min(width, height) * MAX_ASPECT_RATIO) return 'bomb';
  return decodedBytes(header) > MAX_DECODED_BYTES ? 'heavy' : undefined;
}
