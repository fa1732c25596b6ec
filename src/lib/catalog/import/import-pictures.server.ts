import type { RecordItem, SourceLocation } from '#lib/catalog/import/record/import-source.ts';
import { fetchedPictures, imagesOf, pictureProblem } from '#lib/catalog/import/record/picture-records.ts';
import { isWebUrl } from '#lib/catalog/products/image-source.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { isDiskFault } from '#lib/platform/errors/fault-kind.ts';
import { download, MAX_DOWNLOAD_BYTES } from '#lib/platform/files/download.server.ts';
import type { PictureStore, StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';
import type { AddressGuard } from '#lib/platform/files/public-address.server.ts';
import { readFolderFile } from '#lib/platform/files/storage/folder-file.server.ts';

const CONCURRENCY = 4;
const MAX_CACHED_PICTURES = 50_000;

export interface PictureOptions {
  db: ShopDatabase;
  store: PictureStore;
  /**
   * The folder to which paths in the imported file are relative. If it is undefined, pictures given by path are
   * skipped.
   */
  imagesDir?: string | undefined;
  isDryRun?: boolean | undefined;
  isAllowed?: AddressGuard | undefined;
  warn(at: SourceLocation, message: string): void;
  onPicture?(): void;
}

type LocatedRecord = Pick<RecordItem, 'at' | 'record'>;

export class PictureImport {
  readonly #options: PictureOptions;
  readonly #cache = new Map<string, StoredPicture | undefined>();
  /** The number of pictures that were stored, or read in a dry run. */
  storedCount = 0;
  /** The number of pictures given by path that were skipped, because `imagesDir` is undefined. */
  withoutFolderCount = 0;
  /** The number of pictures on the web, which a dry run does not fetch. */
  notFetchedCount = 0;

  constructor(options: PictureOptions) {
    this.#options = options;
  }

  /**
   * Loads the pictures of a batch. Returns the pictures by `src`. If a picture can't be loaded, calls `warn`, and the
   * record is imported without the picture. Throws faults of the disk.
   */
  async load(batch: LocatedRecord[]): Promise<Map<string, StoredPicture>> {
    const pictures = await storedWebPictures(this.#options, batch);
    const missingSources = batch.flatMap(({ at, record }) => imagesOf(record).map(({ src }) => [src, at] as const));
    const queue = new Map(missingSources.filter(([src]) => !pictures.has(src))).entries();
    const worker = async () => {
      for (const [src, at] of queue) {
        const picture = await this.#load(src, at);
        if (picture) pictures.set(src, picture);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    return pictures;
  }

  async #load(src: string, at: SourceLocation): Promise<StoredPicture | undefined> {
    if (this.#cache.has(src)) return this.#cache.get(src);
    if (!isWebUrl(src) && this.#options.imagesDir === undefined) {
      this.withoutFolderCount++;
      return undefined;
    }
    if (isWebUrl(src) && this.#options.isDryRun) {
      this.notFetchedCount++;
      this.#addToCache(src, undefined);
      return undefined;
    }
    const picture = await this.#fetch(src).catch((error: unknown) => {
      if (isDiskFault(error)) throw error;
      this.#options.warn(at, `picture ${src}: ${pictureProblem(error)}`);
      return undefined;
    });
    if (picture) this.storedCount++;
    this.#addToCache(src, picture);
    this.#options.onPicture?.();
    return picture;
  }

  #addToCache(src: string, picture: StoredPicture | undefined): void {
    if (this.#cache.size >= MAX_CACHED_PICTURES) this.#cache.clear();
    this.#cache.set(src, picture);
  }

  async #fetch(src: string): Promise<StoredPicture> {
    const { store, imagesDir = '', isAllowed, isDryRun } = this.#options;
    const bytes = isWebUrl(src)
      ? await download(src, { isAllowed })
      : await readFolderFile(imagesDir, src, MAX_DOWNLOAD_BYTES);
    return isDryRun ? store.describe(bytes) : store.store(bytes);
  }
}

async function storedWebPictures(
  { db, store }: PictureOptions,
  batch: LocatedRecord[],
): Promise<Map<string, StoredPicture>> {
  const records = batch.flatMap(({ record }) => (imagesOf(record).some(({ src }) => isWebUrl(src)) ? record : []));
  const slugs = records.flatMap((record) => (record.type === 'product' ? record.slug : []));
  const rows: Parameters<typeof fetchedPictures>[0][number][] = [];
  if (slugs.length > 0) {
    const columns = ['picture.src', 'picture.hash', 'picture.width', 'picture.height', 'picture.dominant'] as const;
    const query = db.read.selectFrom('picture').innerJoin('product', 'product.id', 'picture.product_id');
    rows.push(...(await query.select(columns).where('product.slug', 'in', slugs).execute()));
  }
  if (records.length > slugs.length) {
    const query = db.read
      .selectFrom('facet_value')
      .select([
        'image_src as src',
        'image_hash as hash',
        'image_width as width',
        'image_height as height',
        'image_dominant as dominant',
      ]);
    rows.push(...(await query.execute()));
  }
  return fetchedPictures(rows, (hash) => store.has(hash));
}
