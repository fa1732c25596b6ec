import sharp, { type Metadata, type Sharp } from 'sharp';
import { type CropArea, cropPixels } from '#lib/platform/files/pictures/crop-area.ts';
import type { PictureHeader } from '#lib/platform/files/pictures/picture-header.ts';
import { DENSE_WIDTHS, LIGHT_WIDTHS, type PictureFormat } from '#lib/platform/files/pictures/pictures.ts';

type Source = string | Uint8Array;
export type UploadFormat = 'jpeg' | 'png' | 'webp' | 'gif';

// The memory budget of `PictureMaker` does not include a cache and threads of libvips.
sharp.cache(false);
sharp.concurrency(1);

const MAX_PIXELS = 50_000_000;
const MAX_EDGE = 2_000;
/** The formats of the owner's pictures. SVG, PDF and similar formats can contain code; SVG has the task `drawing`. */
const ALLOWED_FORMATS = new Set<string | undefined>(['jpeg', 'png', 'webp', 'heif', 'gif']);
const DEFAULT_OPTIONS: Record<PictureFormat, object> = {
  avif: { quality: 45, effort: 4 },
  webp: { quality: 72, effort: 3 },
};
const DENSE_OPTIONS = { ...DEFAULT_OPTIONS, avif: { quality: 36, effort: 4 } };
const LIGHT_WIDTH_LIST: readonly number[] = Object.values(LIGHT_WIDTHS);
const LIGHT_OPTIONS = { avif: { quality: 30, effort: 4 }, webp: { quality: 50, effort: 3 } };
/** The lowest alpha value of opaque pixels, of 255: lossy encoders may produce 254. */
const MIN_OPAQUE_ALPHA = 250;
const PREVIEW_SIZE = { width: 1_200, height: 630 };
const PREVIEW_BACKGROUND = '#f1ebdf';

/**
 * Enough pixels to see a defect in a product, with little memory. Most PNGs are screenshots with text and need more
 * pixels.
 */
const MAX_OUTPUT_PIXELS: Record<UploadFormat, number> = {
  jpeg: 4_000_000,
  png: 12_000_000,
  webp: 3_000_000,
  gif: 1_500_000,
};
/** `optimiseCoding` would need memory for the whole picture twice, but save only 3 % of its bytes. */
const UPLOAD_OPTIONS: Record<UploadFormat, object> = {
  jpeg: { quality: 85, optimiseCoding: false },
  png: {},
  webp: { quality: 82, effort: 2 },
  gif: { effort: 1 },
};
/** The number of samples per pixel, by chroma subsampling. */
const SAMPLES_BY_SUBSAMPLING: Record<string, number> = { '4:2:0': 1.5, '4:1:1': 1.5, '4:2:2': 2 };

const WRITE_ERROR = /: (write error|unable to open for write)/;

interface Conversion {
  source: string;
  target: string;
}

/** Must be called only in the process of picture-child.server.ts. */
export const PICTURE_TASKS = {
  async header({ source }: { source: Source }): Promise<PictureHeader> {
    const metadata = await sharp(source, { limitInputPixels: false }).metadata();
    const { format = '', width, height, channels = 4, depth, pages = 1, chromaSubsampling = '' } = metadata;
    return {
      format,
      width,
      height,
      channels,
      depthBytes: depth === 'ushort' ? 2 : depth === 'uchar' || depth === undefined ? 1 : 4,
      isProgressive: metadata.isProgressive === true,
      samples: SAMPLES_BY_SUBSAMPLING[chromaSubsampling] ?? channels,
      frames: pages,
    };
  },

  /** Writes only the first frame of the picture, upright and without metadata such as the location. */
  async reencode({ source, target, format }: Conversion & { format: UploadFormat }) {
    const { autoOrient } = await sharp(source, { limitInputPixels: false }).metadata();
    const { width, height } = autoOrient;
    const scale = Math.sqrt(MAX_OUTPUT_PIXELS[format] / (width * height));
    const picture = openPicture(source);
    if (scale < 1) picture.resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill' });
    return writePicture(picture.autoOrient().toFormat(format, UPLOAD_OPTIONS[format]), target);
  },

  /** Writes the square part of the picture that libvips finds the most interesting. */
  async square({ source, target, edge }: Conversion & { edge: number }) {
    const cropOptions = { fit: 'cover', position: 'attention' } as const;
    return writePicture(openPicture(source).autoOrient().resize(edge, edge, cropOptions).webp({ quality: 82 }), target);
  },

  /** Creates the file from which all widths are made. `bytes` is undefined if the source itself can be used. */
  async master({ source }: { source: Uint8Array }) {
    const open = () => sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const metadata = await open().metadata();
    if (!ALLOWED_FORMATS.has(metadata.format))
      throw new Error(`a picture may be JPEG, PNG, WebP, AVIF or GIF, not ${metadata.format}`);
    const bytes = canBeStoredUnchanged(metadata) ? undefined : await normalisedPicture(open().autoOrient());
    return { bytes, ...(await measured(bytes ?? source)) };
  },

  /** Creates a master from a part of a picture. */
  async crop({ source, area }: { source: Uint8Array; area: CropArea }) {
    const open = () => sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { autoOrient } = await open().metadata();
    const bytes = await normalisedPicture(open().autoOrient().extract(cropPixels(autoOrient, area)));
    return { bytes, ...(await measured(bytes)) };
  },

  /** Converts an SVG to pixels. */
  async drawing({ source }: { source: Uint8Array }) {
    const bytes = await sharp(source, { limitInputPixels: MAX_PIXELS }).webp({ lossless: true }).toBuffer();
    return { bytes, ...(await measured(bytes)) };
  },

  async resize({ source, width, format }: { source: Source; width: number; format: PictureFormat }): Promise<Buffer> {
    const picture = sharp(source).resize({ width, withoutEnlargement: true });
    if (await hasOpaqueAlpha(source)) picture.removeAlpha();
    return picture.toFormat(format, optionsFor(width)[format]).toBuffer();
  },

  /** Creates the picture that crawlers load for a shared link. */
  preview({ source }: { source: Source }): Promise<Buffer> {
    const resizeOptions = { ...PREVIEW_SIZE, fit: 'contain', background: PREVIEW_BACKGROUND } as const;
    return sharp(source)
      .resize(resizeOptions)
      .flatten({ background: PREVIEW_BACKGROUND })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer();
  },
};

function openPicture(source: string): Sharp {
  return sharp(source, { limitInputPixels: false, failOn: 'error', sequentialRead: true });
}

/** Throws an error with the code `ENOSPC` if writing fails. Only the message distinguishes that from a bad picture. */
async function writePicture(picture: Sharp, target: string): Promise<{ bytes: number }> {
  try {
    return { bytes: (await picture.toFile(target)).size };
  } catch (error) {
    if (!(error instanceof Error) || !WRITE_ERROR.test(error.message)) throw error;
    throw Object.assign(new Error('a picture could not be written', { cause: error }), { code: 'ENOSPC' });
  }
}

function canBeStoredUnchanged(metadata: Metadata): boolean {
  const { format, compression, width, height, pages = 1, orientation = 1, exif, xmp, iptc } = metadata;
  const isModern = format === 'webp' || (format === 'heif' && compression === 'av1');
  const isPlain = pages === 1 && orientation === 1 && !exif && !xmp && !iptc;
  return isModern && isPlain && Math.max(width, height) <= MAX_EDGE;
}

function normalisedPicture(picture: Sharp): Promise<Buffer> {
  const resizeOptions = { width: MAX_EDGE, height: MAX_EDGE, fit: 'inside', withoutEnlargement: true } as const;
  return picture.resize(resizeOptions).webp({ quality: 88 }).toBuffer();
}

/** Returns whether the picture has an alpha channel, but no transparent pixel. */
async function hasOpaqueAlpha(source: Source): Promise<boolean> {
  if (!(await sharp(source).metadata()).hasAlpha) return false;
  const { channels } = await sharp(source).stats();
  return (channels.at(-1)?.min ?? 0) >= MIN_OPAQUE_ALPHA;
}

async function measured(picture: Uint8Array): Promise<{ width: number; height: number; dominant: string }> {
  const { width, height } = await sharp(picture).metadata();
  return { width, height, dominant: await dominantColor(picture) };
}

async function dominantColor(source: Uint8Array): Promise<string> {
  const thumbnail = sharp(source, { failOn: 'error' }).resize(8, 8, { fit: 'cover' });
  return averageColor(await thumbnail.removeAlpha().toColourspace('srgb').raw().toBuffer());
}

function averageColor(pixels: Buffer): string {
  const sums = [0, 0, 0];
  for (let i = 0; i < pixels.length; i++) sums[i % 3] = (sums[i % 3] ?? 0) + (pixels[i] ?? 0);
  const means = sums.map((sum) => Math.round(sum / (pixels.length / 3)));
  return `#${means.map((mean) => mean.toString(16).padStart(2, '0')).join('')}`;
}

function optionsFor(width: number): Record<PictureFormat, object> {
  if (LIGHT_WIDTH_LIST.includes(width)) return LIGHT_OPTIONS;
  return DENSE_WIDTHS.includes(width) ? DENSE_OPTIONS : DEFAULT_OPTIONS;
}
