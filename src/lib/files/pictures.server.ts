import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Metadata, Sharp } from 'sharp';
import { Gate } from '#lib/cache/gate.ts';
import { loadSharp } from '#lib/files/load-sharp.server.ts';
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
/** What an owner's pictures may be; SVG, PDF and the like are programs rather than pictures. */
const KINDS = new Set<string | undefined>(['jpeg', 'png', 'webp', 'heif', 'gif']);
const RESIZES_AT_ONCE = 2;
const RESIZES_WAITING = 500;
const QUALITY: Record<PictureFormat, object> = { avif: { quality: 45, effort: 4 }, webp: { quality: 72, effort: 3 } };

/** What other sites show of a link. */
const PREVIEW = { width: 1_200, height: 630 };
const CLOTH = '#f1ebdf';

type Make = (sharp: typeof import('sharp')['default'], master: Buffer) => Promise<Buffer>;

/** Masters kept once under their content hash, and their widths made on first request. */
export class PictureStore {
  readonly #masters: string;
  readonly #originals: string;
  readonly #cache: string;
  readonly #gate = new Gate(RESIZES_AT_ONCE, RESIZES_WAITING);
  readonly #inFlight = new Map<string, Promise<Buffer | undefined>>();

  constructor(dataDir: string) {
    this.#masters = join(dataDir, 'pictures', 'masters');
    this.#originals = join(dataDir, 'pictures', 'originals');
    this.#cache = join(dataDir, 'pictures', 'cache');
  }

  /**
   * Keeps a picture (JPEG, PNG, WebP, AVIF or GIF); throws when the bytes are no such picture, or one that is too large.
   * Metadata is dropped. What was made of the same bytes before is remembered, so storing them again costs a look.
   */
  async store(bytes: Buffer): Promise<StoredPicture> {
    const note = join(this.#originals, `${hashOf(bytes)}.json`);
    const before = (await readFile(note, 'utf8')
      .then(JSON.parse)
      .catch(() => undefined)) as StoredPicture | undefined;
    if (before && this.has(before.hash)) return before;
    const picture = await this.#keep(bytes);
    await writeWhole(note, JSON.stringify(picture));
    return picture;
  }

  async #keep(bytes: Buffer): Promise<StoredPicture> {
    const sharp = await loadSharp();
    const open = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const metadata = await open().metadata();
    if (!KINDS.has(metadata.format))
      throw new Error(`a picture may be JPEG, PNG, WebP, AVIF or GIF, not ${metadata.format}`);
    const isReady = isMaster(metadata);
    const master = isReady ? bytes : await normalised(open().rotate());
    const { width, height } = isReady ? metadata : await sharp(master).metadata();
    const small = sharp(master, { failOn: 'error' }).resize(8, 8, { fit: 'cover' }).removeAlpha().toColourspace('srgb');
    const hash = hashOf(master);
    const picture = { hash, width, height, dominant: averageColor(await small.raw().toBuffer()) };
    if (!this.has(hash)) await writeWhole(join(this.#masters, hash), master);
    return picture;
  }

  /** Copies a master to a path of the owner's, as an export does. */
  async copyTo(hash: string, path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await copyFile(join(this.#masters, hash), path);
  }

  has(hash: string): boolean {
    return existsSync(join(this.#masters, hash));
  }

  /** The picture in one of the fixed widths, never larger than its master; `undefined` when there is none or too many wait. */
  resized(hash: string, width: number, format: PictureFormat): Promise<Buffer | undefined> {
    return this.#once(`${hash}-${width}.${format}`, hash, (sharp, master) =>
      sharp(master).resize({ width, withoutEnlargement: true }).toFormat(format, QUALITY[format]).toBuffer(),
    );
  }

  /** The picture for a link's preview: whole, on the shop's cloth; `undefined` when there is none or too many wait. */
  preview(hash: string): Promise<Buffer | undefined> {
    return this.#once(`${hash}-og.jpg`, hash, async (sharp, master) => {
      const whole = { ...PREVIEW, fit: 'contain', background: CLOTH } as const;
      return sharp(master).resize(whole).flatten({ background: CLOTH }).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
    });
  }

  #once(key: string, hash: string, make: Make): Promise<Buffer | undefined> {
    const running = this.#inFlight.get(key);
    if (running) return running;
    const job = this.#read(key, hash, make).finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, job);
    return job;
  }

  async #read(key: string, hash: string, make: Make): Promise<Buffer | undefined> {
    const path = join(this.#cache, key);
    const kept = await readFile(path).catch(() => undefined);
    if (kept) return kept;
    if (!this.has(hash)) return undefined;
    return this.#gate.run(async () => {
      const sharp = await loadSharp();
      const master = await readFile(join(this.#masters, hash));
      const made = await make(sharp, master);
      // A full disk costs the next visitor another resize, not this one the picture.
      await writeWhole(path, made).catch(() => undefined);
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

/** The picture of an address such as `/og/0a1b….jpg`. */
export function parsePreviewPath(path: string): string | undefined {
  return /^\/og\/([0-9a-f]{24})\.jpg$/.exec(path)?.[1];
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 24);
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

/** A reader must never see half a file, and a failed write leaves none. */
async function writeWhole(path: string, bytes: Buffer | string): Promise<void> {
  const part = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}.part`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(part, bytes);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
