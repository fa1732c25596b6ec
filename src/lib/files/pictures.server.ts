import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { Gate } from '#lib/cache/gate.ts';
import { PICTURE_WIDTHS, type PictureFormat } from '#lib/files/pictures.ts';

/** A master picture in the store. */
export interface StoredPicture {
  /** Content hash, the name of the master. */
  hash: string;
  width: number;
  height: number;
  /** Dominant colour, `#rrggbb`. */
  dominant: string;
}

/** A decompression bomb claims more pixels than any product photograph has. */
const MOST_PIXELS = 50_000_000;
const LONGEST_EDGE = 2_000;
const RESIZES_AT_ONCE = 2;
const RESIZES_WAITING = 500;
const QUALITY: Record<PictureFormat, object> = { avif: { quality: 50, effort: 3 }, webp: { quality: 72, effort: 3 } };

/** Masters kept once under their content hash, and their widths made on first request. */
export class PictureStore {
  readonly #masters: string;
  readonly #cache: string;
  readonly #gate = new Gate(RESIZES_AT_ONCE, RESIZES_WAITING);
  readonly #inFlight = new Map<string, Promise<Buffer | undefined>>();

  constructor(dataDir: string) {
    this.#masters = join(dataDir, 'pictures', 'masters');
    this.#cache = join(dataDir, 'pictures', 'cache');
  }

  /** Keeps a picture; throws when the bytes are no picture, or one that is too large. Metadata is dropped. */
  async store(bytes: Buffer): Promise<StoredPicture> {
    const { default: sharp } = await import('sharp');
    const open = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { width, height, format } = await open().metadata();
    const isReady = (format === 'heif' || format === 'webp') && Math.max(width, height) <= LONGEST_EDGE;
    const master = isReady ? bytes : await normalised(open().rotate());
    const size = isReady ? { width, height } : await sharp(master).metadata();
    const { data } = await sharp(master)
      .resize(8, 8, { fit: 'cover' })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const hash = createHash('sha256').update(master).digest('hex').slice(0, 24);
    await mkdir(this.#masters, { recursive: true });
    const path = join(this.#masters, hash);
    if (!existsSync(path)) await writeWhole(path, master);
    return { hash, width: size.width, height: size.height, dominant: averageColor(data) };
  }

  has(hash: string): boolean {
    return existsSync(join(this.#masters, hash));
  }

  /** The picture in one of the fixed widths, never larger than its master; `undefined` when there is none or too many wait. */
  resized(hash: string, width: number, format: PictureFormat): Promise<Buffer | undefined> {
    const key = `${hash}-${width}.${format}`;
    const running = this.#inFlight.get(key);
    if (running) return running;
    const job = this.#read(key, hash, width, format).finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, job);
    return job;
  }

  async #read(key: string, hash: string, width: number, format: PictureFormat): Promise<Buffer | undefined> {
    const path = join(this.#cache, key);
    const kept = await readFile(path).catch(() => undefined);
    if (kept) return kept;
    if (!this.has(hash)) return undefined;
    return this.#gate.run(async () => {
      const { default: sharp } = await import('sharp');
      const master = await readFile(join(this.#masters, hash));
      const made = await sharp(master)
        .resize({ width, withoutEnlargement: true })
        .toFormat(format, QUALITY[format])
        .toBuffer();
      await mkdir(this.#cache, { recursive: true });
      await writeWhole(path, made);
      return made;
    });
  }
}

/** A width and format out of an address such as `/pictures/0a1b…-320.avif`; `undefined` for any other path. */
export function parsePicturePath(path: string): { hash: string; width: number; format: PictureFormat } | undefined {
  const match = /^\/pictures\/([0-9a-f]{24})-(\d{1,4})\.(avif|webp)$/.exec(path);
  const width = PICTURE_WIDTHS.find((known) => String(known) === match?.[2]);
  if (!match?.[1] || width === undefined) return undefined;
  return { hash: match[1], width, format: match[3] === 'avif' ? 'avif' : 'webp' };
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

/** A reader must never see half a file. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const part = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}.part`;
  await writeFile(part, bytes);
  await rename(part, path);
}
