import sharp, { type Metadata, type Sharp } from 'sharp';
import type { PictureHead } from '#lib/platform/files/picture-head.ts';
import type { PictureFormat } from '#lib/platform/files/pictures.ts';

/** A path, or the bytes themselves. */
type Source = string | Uint8Array;
/** Kinds of pictures that people may send. */
export type UploadFormat = 'jpeg' | 'png' | 'webp' | 'gif';

// What it remembers is memory that nobody else gets, and its own threads would not be bounded by the gate.
sharp.cache(false);
sharp.concurrency(1);

const MOST_PIXELS = 50_000_000;
const LONGEST_EDGE = 2_000;
/** What an owner's pictures may be; SVG, PDF and the like are programs rather than pictures. */
const KINDS = new Set<string | undefined>(['jpeg', 'png', 'webp', 'heif', 'gif']);
const QUALITY: Record<PictureFormat, object> = { avif: { quality: 45, effort: 4 }, webp: { quality: 72, effort: 3 } };
/** What other sites show of a link. */
const PREVIEW = { width: 1_200, height: 630 };
const CLOTH = '#f1ebdf';

/**
 * How large a picture of a customer is kept: all that is of use to see what is wrong with goods, and what each coder can
 * write in little memory. Lossless pictures are screenshots, whose text must stay readable.
 */
const MOST_KEPT_PIXELS: Record<UploadFormat, number> = {
  jpeg: 4_000_000,
  png: 12_000_000,
  webp: 3_000_000,
  gif: 1_500_000,
};
/** `optimiseCoding` would hold the whole picture twice, for 3 % of its bytes. */
const UPLOAD_OPTIONS: Record<UploadFormat, object> = {
  jpeg: { quality: 85, optimiseCoding: false },
  png: {},
  webp: { quality: 82, effort: 2 },
  gif: { effort: 1 },
};
const SAMPLES: Record<string, number> = { '4:2:0': 1.5, '4:1:1': 1.5, '4:2:2': 2 };

const NOT_WRITTEN = /: (write error|unable to open for write)/;

/** A picture that was written to its target. */
interface Drawn {
  bytes: number;
}

/** All that is ever done with the pixels of a picture; only the process of picture-child.server.ts does it. */
export const PICTURE_TASKS = {
  /** Only the head is read. */
  async look({ source }: { source: Source }): Promise<PictureHead> {
    const {
      format = '',
      width,
      height,
      channels = 4,
      depth,
      isProgressive,
      pages,
      chromaSubsampling,
    } = await sharp(source, { limitInputPixels: false }).metadata();
    return {
      format,
      width,
      height,
      channels,
      depthBytes: depth === 'ushort' ? 2 : depth === 'uchar' || depth === undefined ? 1 : 4,
      isProgressive: isProgressive === true,
      samples: SAMPLES[chromaSubsampling ?? ''] ?? channels,
      frames: pages ?? 1,
    };
  },

  /** Draws a customer's picture anew: upright, its first frame, without metadata, such as where it was taken. */
  async redraw({ source, target, format }: { source: string; target: string; format: UploadFormat }): Promise<Drawn> {
    const { autoOrient } = await sharp(source, { limitInputPixels: false }).metadata();
    const { width, height } = autoOrient;
    const scale = Math.sqrt(MOST_KEPT_PIXELS[format] / (width * height));
    const picture = opened(source);
    if (scale < 1) picture.resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill' });
    return written(picture.autoOrient().toFormat(format, UPLOAD_OPTIONS[format]), target);
  },

  /** A square WebP of the part that draws the eye. */
  async square({ source, target, edge }: { source: string; target: string; edge: number }): Promise<Drawn> {
    const part = { fit: 'cover', position: 'attention' } as const;
    return written(opened(source).autoOrient().resize(edge, edge, part).webp({ quality: 82 }), target);
  },

  /** An owner's picture as the shop keeps it; `bytes` is missing where those that came are kept. */
  async master({ source }: { source: Uint8Array }) {
    const open = () => sharp(source, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const metadata = await open().metadata();
    if (!KINDS.has(metadata.format))
      throw new Error(`a picture may be JPEG, PNG, WebP, AVIF or GIF, not ${metadata.format}`);
    const bytes = isMaster(metadata) ? undefined : await normalised(open().autoOrient());
    const { width, height } = bytes ? await sharp(bytes).metadata() : metadata;
    const small = sharp(bytes ?? source, { failOn: 'error' }).resize(8, 8, { fit: 'cover' });
    const pixels = await small.removeAlpha().toColourspace('srgb').raw().toBuffer();
    return { bytes, width, height, dominant: averageColor(pixels) };
  },

  width({ source, width, format }: { source: Source; width: number; format: PictureFormat }): Promise<Buffer> {
    return sharp(source).resize({ width, withoutEnlargement: true }).toFormat(format, QUALITY[format]).toBuffer();
  },

  /** The picture for a link's preview: whole, on the shop's cloth. */
  preview({ source }: { source: Source }): Promise<Buffer> {
    const whole = { ...PREVIEW, fit: 'contain', background: CLOTH } as const;
    return sharp(source).resize(whole).flatten({ background: CLOTH }).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
  },
};

/** The caller has read the head, and knows what it may cost. */
function opened(source: string): Sharp {
  return sharp(source, { limitInputPixels: false, failOn: 'error', sequentialRead: true });
}

/** Of a disk that is full the decoder only speaks, and that is no fault of the picture. */
async function written(picture: Sharp, target: string): Promise<Drawn> {
  try {
    return { bytes: (await picture.toFile(target)).size };
  } catch (error) {
    if (!(error instanceof Error) || !NOT_WRITTEN.test(error.message)) throw error;
    throw Object.assign(new Error('a picture could not be written', { cause: error }), { code: 'ENOSPC' });
  }
}

/** Kept byte for byte: within the limits already, one frame, upright, and without metadata. */
function isMaster({ format, compression, width, height, pages, orientation, exif, xmp, iptc }: Metadata): boolean {
  const isModern = format === 'webp' || (format === 'heif' && compression === 'av1');
  const isPlain = (pages ?? 1) === 1 && (orientation ?? 1) === 1 && !exif && !xmp && !iptc;
  return isModern && isPlain && Math.max(width, height) <= LONGEST_EDGE;
}

function normalised(picture: Sharp): Promise<Buffer> {
  const limits = { width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true } as const;
  return picture.resize(limits).webp({ quality: 88 }).toBuffer();
}

/** The mean of the inner pixels: the goods more than the ground that they lie on. */
function averageColor(pixels: Buffer): string {
  const sums = [0, 0, 0];
  for (let i = 0; i < pixels.length; i++) sums[i % 3] = (sums[i % 3] ?? 0) + (pixels[i] ?? 0);
  const means = sums.map((sum) => Math.round(sum / (pixels.length / 3)));
  return `#${means.map((mean) => mean.toString(16).padStart(2, '0')).join('')}`;
}
