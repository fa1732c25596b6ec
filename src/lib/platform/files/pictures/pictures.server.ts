import { createReadStream, existsSync, statSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { joinRunning } from '#lib/platform/concurrency/join-running.ts';
import type { Priority } from '#lib/platform/concurrency/weighted-semaphore.ts';
import { contentHash } from '#lib/platform/files/content-hash.server.ts';
import type { CropArea } from '#lib/platform/files/pictures/crop-area.ts';
import { isPictureWorkerExited } from '#lib/platform/files/pictures/picture-errors.ts';
import { PictureMaker } from '#lib/platform/files/pictures/picture-maker.server.ts';
import type { Picture, PictureFormat } from '#lib/platform/files/pictures/pictures.ts';
import type { DiskSpace } from '#lib/platform/files/storage/disk-space.server.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { writeFileAtomically } from '#lib/platform/files/storage/write-file.server.ts';

export type StoredPicture = Pick<Picture, 'hash' | 'width' | 'height' | 'dominant'>;

const CACHE_FILE_OPTIONS = { isSynced: false };

/** A picture whose file is stored before its database row. */
export interface AddedPicture extends StoredPicture {
  /** Whether the picture's file did not exist before. */
  isNew: boolean;
}

type MasterTask = 'master' | 'drawing';

/** Finds the description of a picture that is stored unchanged; any other picture must be decoded. */
type FindDescription = (hash: string) => StoredPicture | undefined;

type MakeFile = (source: string) => Promise<Uint8Array | undefined>;

/** Stores one file of each picture, its master, from which all widths are made and cached. */
export class PictureStore {
  readonly #folder: string;
  readonly #maker: PictureMaker;
  readonly #diskSpace: DiskSpace | undefined;
  readonly #runningJobs = new Map<string, Promise<Uint8Array | undefined>>();
  readonly #findDescription: FindDescription;

  constructor(
    dataDir: string,
    maker = new PictureMaker(),
    diskSpace?: DiskSpace,
    findDescription: FindDescription = () => undefined,
  ) {
    this.#maker = maker;
    this.#diskSpace = diskSpace;
    this.#findDescription = findDescription;
    this.#folder = join(dataDir, 'pictures');
  }

  /** Stores a picture once, without metadata. Throws if it is not allowed, or if too many pictures are waiting. */
  async store(bytes: Buffer, task: MasterTask = 'master'): Promise<StoredPicture> {
    const path = this.#metadataPath(bytes);
    const existingPicture = await this.#findStored(path);
    if (existingPicture) return existingPicture;
    const { picture, master } = await this.#make(bytes, task);
    if (!this.has(picture.hash)) await writeFileAtomically(this.#pathOf('masters', picture.hash), master);
    await writeFileAtomically(path, JSON.stringify(picture));
    return picture;
  }

  /**
   * Stores a picture, or only a part of it. A new file is unconfirmed until `confirm` is called, so that the file can
   * be found and removed if its row is never written. Throws an Error if the picture is not allowed, or if too many
   * pictures are waiting.
   */
  async add(bytes: Buffer, area?: CropArea): Promise<AddedPicture> {
    const existingPicture = area ? undefined : await this.#findStored(this.#metadataPath(bytes));
    if (existingPicture) return { ...existingPicture, isNew: false };
    const { picture, master } = await this.#make(bytes, 'master', area);
    const isNew = !this.has(picture.hash);
    if (isNew) {
      await writeFileAtomically(this.#pathOf('unconfirmed', picture.hash), '');
      await writeFileAtomically(this.#pathOf('masters', picture.hash), master);
    }
    return { ...picture, isNew };
  }

  /** Confirms pictures. Must be called once their database rows are written. */
  async confirm(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) await rm(this.#pathOf('unconfirmed', hash), { force: true });
  }

  /** Marks pictures that lost a database row as unconfirmed, so that they are removed if they have no other row. */
  async unconfirm(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) await writeFileAtomically(this.#pathOf('unconfirmed', hash), '');
  }

  /** Returns the unconfirmed pictures, and since when each has been unconfirmed, in epoch ms. */
  async unconfirmedPictures(): Promise<{ hash: string; since: number }[]> {
    const names = (await readdir(this.#pathOf('unconfirmed')).catch(ignoreNotFound)) ?? [];
    const pictures = names.map(async (hash) => {
      const stats = await stat(this.#pathOf('unconfirmed', hash)).catch(ignoreNotFound);
      return stats ? [{ hash, since: stats.mtimeMs }] : [];
    });
    return (await Promise.all(pictures)).flat();
  }

  /** Removes the master of an unconfirmed picture. Must only be called for a picture that no database row uses. */
  async removeUnconfirmed(hash: string): Promise<void> {
    await rm(this.#pathOf('masters', hash), { force: true });
    await this.confirm([hash]);
  }

  /** Returns the stored file of a picture, or undefined if it is missing. */
  read(hash: string): Promise<Buffer | undefined> {
    return readFile(this.#pathOf('masters', hash)).catch(ignoreNotFound);
  }

  /** Returns the result of `store` without storing anything. */
  async describe(bytes: Buffer, task: MasterTask = 'master'): Promise<StoredPicture> {
    return (await this.#findStored(this.#metadataPath(bytes))) ?? (await this.#make(bytes, task)).picture;
  }

  #pathOf(kind: 'masters' | 'originals' | 'cache' | 'unconfirmed', name = ''): string {
    return join(this.#folder, kind, name);
  }

  #metadataPath(bytes: Buffer): string {
    return this.#pathOf('originals', `${contentHash(bytes)}.json`);
  }

  async #findStored(metadataPath: string): Promise<StoredPicture | undefined> {
    const storedPicture: StoredPicture | undefined = await readFile(metadataPath, 'utf8')
      .then(JSON.parse)
      // If the metadata can't be read, the picture is encoded again.
      .catch(() => undefined);
    return storedPicture && this.has(storedPicture.hash) ? storedPicture : undefined;
  }

  async #make(
    source: Buffer,
    task: MasterTask,
    area?: CropArea,
  ): Promise<{ picture: StoredPicture; master: Uint8Array }> {
    const description = task === 'master' && !area ? this.#findDescription(contentHash(source)) : undefined;
    if (description) return { picture: description, master: source };
    const result = area ? await this.#maker.make('crop', { source, area }) : await this.#maker.make(task, { source });
    if (!result) throw new Error('too many pictures are waiting');
    const { bytes: master = source, width, height, dominant } = result;
    return { picture: { hash: contentHash(master), width, height, dominant }, master };
  }

  copyTo(hash: string, path: string): Promise<void> {
    return writeFileAtomically(path, createReadStream(this.#pathOf('masters', hash)));
  }

  has(hash: string): boolean {
    return existsSync(this.#pathOf('masters', hash));
  }

  /** Resizes a picture. Returns undefined if there is no master, too many pictures are waiting, or decoding crashes. */
  resize(
    hash: string,
    width: number,
    format: PictureFormat,
    priority: Priority = 'low',
  ): Promise<Uint8Array | undefined> {
    return this.#readOrMakeOnce(fileNameOf(hash, width, format), hash, (source) =>
      this.#maker.make('resize', { source, width, format }, { priority }),
    );
  }

  get isBusy(): boolean {
    return this.#maker.isBusy;
  }

  isResized(hash: string, width: number, format: PictureFormat): boolean {
    return existsSync(this.#pathOf('cache', fileNameOf(hash, width, format)));
  }

  /** Returns the size in bytes of a picture that has already been resized, otherwise undefined. */
  resizedBytes(hash: string, width: number, format: PictureFormat): number | undefined {
    return statSync(this.#pathOf('cache', fileNameOf(hash, width, format)), { throwIfNoEntry: false })?.size;
  }

  /** Resizes a picture in advance. Returns false if another picture is needed meanwhile, or `signal` aborts. */
  async pregenerate(hash: string, width: number, format: PictureFormat, signal: AbortSignal): Promise<boolean> {
    const bytes = await this.#maker.pregenerate({ source: this.#pathOf('masters', hash), width, format }, signal);
    if (bytes)
      await writeFileAtomically(this.#pathOf('cache', fileNameOf(hash, width, format)), bytes, CACHE_FILE_OPTIONS);
    return bytes !== undefined;
  }

  /** Returns the picture that crawlers load for a shared link; undefined in the same cases as `resize`. */
  preview(hash: string): Promise<Uint8Array | undefined> {
    return this.#readOrMakeOnce(`${hash}-og.jpg`, hash, (source) => this.#maker.make('preview', { source }));
  }

  #readOrMakeOnce(fileName: string, hash: string, make: MakeFile): Promise<Uint8Array | undefined> {
    return joinRunning(this.#runningJobs, fileName, () => this.#readOrMake(fileName, hash, make));
  }

  async #readOrMake(fileName: string, hash: string, make: MakeFile): Promise<Uint8Array | undefined> {
    const path = this.#pathOf('cache', fileName);
    const cachedFile = await readFile(path).catch(ignoreNotFound);
    if (cachedFile) return cachedFile;
    if (!this.has(hash)) return undefined;
    const bytes = await make(this.#pathOf('masters', hash)).catch(ignoreWorkerExited);
    if (bytes && (await this.#diskSpace?.hasSpaceFor(bytes.length)) !== false) {
      // If the file can't be written, the picture is still sent, and made again for the next visitor.
      await writeFileAtomically(path, bytes, CACHE_FILE_OPTIONS).catch(() => undefined);
    }
    return bytes;
  }
}

function fileNameOf(hash: string, width: number, format: PictureFormat): string {
  return `${hash}-${width}.${format}`;
}

function ignoreWorkerExited(error: unknown): undefined {
  if (!isPictureWorkerExited(error)) throw error;
  return undefined;
}
