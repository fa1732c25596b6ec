import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { PicturePregenerator } from '#lib/operations/jobs/picture-pregenerator.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { PictureMaker } from '#lib/platform/files/pictures/picture-maker.server.ts';
import { PictureWorker } from '#lib/platform/files/pictures/picture-worker.server.ts';
import { PictureStore, type StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';
import { LIGHT_WIDTHS } from '#lib/platform/files/pictures/pictures.ts';
import { DiskSpace } from '#lib/platform/files/storage/disk-space.server.ts';
import { TaggedCache } from '#lib/platform/tagged-cache.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { oneProduct } from '#support/small-shop.ts';

const GIGABYTE = 1024 ** 3;
const CARD_WIDTHS = [LIGHT_WIDTHS.card, 320, 480];
/** The widths on the product page, in addition to 480, which the card also uses. */
const PAGE_WIDTHS = [680, 560, LIGHT_WIDTHS.main];
/** The widths of a product page's second picture, of which a phone shows more than half. */
const SECOND_PICTURE_WIDTHS = [480, 680];
const FILES_PER_PRODUCT = CARD_WIDTHS.length + PAGE_WIDTHS.length + SECOND_PICTURE_WIDTHS.length;
/** The width of the home page's first slide, which shows the newest product. */
const SLIDE_WIDTH = 800;
const neverAborted = new AbortController().signal;
/** The size in the catalogue, which determines the widths. The files are smaller, because encoding is slow. */
const PHOTO = { width: 900, height: 1125 };
const MASTER = { width: 36, height: 45 };

onBothEngines('pregenerated pictures', (open) => {
  let db: ShopDatabase;
  const folderRemovers: (() => void)[] = [];
  const masterMaker = new PictureMaker();
  let dir: string;
  let freeBytes: number;
  let now: number;
  let warnings: unknown[];
  let store: PictureStore;
  beforeEach(async () => {
    db = await open();
    const folder = temporaryDir('picture-pregenerator');
    folderRemovers.push(folder.remove);
    dir = folder.dir;
    freeBytes = 20 * GIGABYTE;
    now = Date.now();
    warnings = [];
    store = new PictureStore(dir, masterMaker);
  });
  afterAll(() => {
    masterMaker.worker.end();
    for (const remove of folderRemovers) remove();
  });

  /**
   * Simulates a process of the shop. `counter.made` is the number of pictures except slides that it has generated.
   */
  function createProcess(picturesAhead = 100) {
    // This worker has normal priority, because a worker with low priority would be slowed down by other tests.
    const maker = new PictureMaker({ background: new PictureWorker() });
    const counter = { made: 0 };
    const make = maker.pregenerate.bind(maker);
    maker.pregenerate = async (input, signal) => {
      const made = await make(input, signal);
      if (made && input.width !== SLIDE_WIDTH) counter.made++;
      return made;
    };
    const log = { info() {}, warn: (entry: unknown) => warnings.push(entry) };
    const diskSpace = new DiskSpace(dir, GIGABYTE, async () => ({
      bavail: freeBytes,
      blocks: 100 * GIGABYTE,
      bsize: 1,
    }));
    const shop = {
      db,
      diskSpace,
      log: log as never,
      now: () => now,
      cache: new TaggedCache(),
      contentPictures: { get: () => undefined },
      pictures: new PictureStore(dir, maker, diskSpace),
      settings: { picturesAhead },
    };
    return { shop, counter, pregenerator: new PicturePregenerator(shop) };
  }

  let hue = 0;
  async function drawPicture(): Promise<StoredPicture> {
    hue += 5;
    const background = { r: hue, g: 120, b: 90 };
    const front = sharp({ create: { ...MASTER, channels: 3, background } });
    return { ...(await store.store(await front.jpeg().toBuffer())), ...PHOTO };
  }

  async function addProducts(
    slugs: string[],
    moreFields: Partial<CatalogueRecord> = {},
  ): Promise<Map<string, StoredPicture>> {
    const category: CatalogueRecord = { type: 'category', slug: 'women', name: 'Women' };
    const pictures = new Map<string, StoredPicture>();
    for (const slug of slugs) {
      pictures.set(`${slug}-front.jpg`, await drawPicture());
      pictures.set(`${slug}-back.jpg`, await drawPicture());
    }
    const images = (slug: string) => ({
      images: ['front', 'back'].map((side) => ({ src: `${slug}-${side}.jpg`, alt: side })),
    });
    const products = slugs.map(
      (slug) => ({ ...oneProduct(slug, 900), ...images(slug), ...moreFields }) as CatalogueRecord,
    );
    await saveCatalogueBatch(db, [category, ...products], pictures);
    return pictures;
  }

  const cacheDir = () => join(dir, 'pictures', 'cache');
  const isProductPicture = (name: string) => !name.endsWith(`-${SLIDE_WIDTH}.avif`);
  const cachedPictures = () => (existsSync(cacheDir()) ? readdirSync(cacheDir()).filter(isProductPicture).sort() : []);
  const filesOf = (picture: StoredPicture | undefined, widths: number[]) =>
    widths.map((width) => `${picture?.hash}-${width}.avif`);
  const expectedFiles = (pictures: Map<string, StoredPicture>, slugs: string[]) =>
    slugs
      .flatMap((slug) => [
        ...filesOf(pictures.get(`${slug}-front.jpg`), [...CARD_WIDTHS, ...PAGE_WIDTHS]),
        ...filesOf(pictures.get(`${slug}-back.jpg`), SECOND_PICTURE_WIDTHS),
      ])
      .sort();

  test('are only those that the card and page of each product show first', async () => {
    const pictures = await addProducts(['loom-kurta', 'loom-saree']);
    const { pregenerator, counter } = createProcess();
    await pregenerator.runRound(neverAborted);
    expect(cachedPictures()).toEqual(expectedFiles(pictures, ['loom-kurta', 'loom-saree']));
    const [firstName = ''] = cachedPictures();
    expect((await sharp(join(cacheDir(), firstName)).metadata()).format).toBe('heif');
    await pregenerator.runRound(neverAborted);
    expect(counter.made).toBe(cachedPictures().length);
  });

  test('are limited to the available products among the newest ones; a setting limits how many are considered', async () => {
    const withOldDate = { created_at: '2025-01-05' } as Partial<CatalogueRecord>;
    const soldOut = { created_at: '2026-02-05', variants: [{ values: { size: 'M' }, price: 900, quantity: 0 }] };
    const pictures = await addProducts(['loom-kurta']);
    await addProducts(['old-kurta'], withOldDate);
    await addProducts(['sold-kurta'], soldOut as Partial<CatalogueRecord>);
    await createProcess(2).pregenerator.runRound(neverAborted);
    expect(cachedPictures().filter((name) => name.endsWith('-560.avif'))).toEqual(
      filesOf(pictures.get('loom-kurta-front.jpg'), [560]),
    );
    rmSync(cacheDir(), { recursive: true });
    await createProcess(0).pregenerator.runRound(neverAborted);
    expect(cachedPictures()).toEqual([]);
  });

  test('are also generated after a later import; deleted ones are not generated again', async () => {
    await addProducts(['loom-kurta']);
    const { pregenerator, counter } = createProcess();
    await pregenerator.runRound(neverAborted);
    rmSync(cacheDir(), { recursive: true });
    await pregenerator.runRound(neverAborted);
    const laterPictures = await addProducts(['loom-saree'], { created_at: '2026-03-05' } as Partial<CatalogueRecord>);
    await pregenerator.runRound(neverAborted);
    expect(cachedPictures()).toEqual(expectedFiles(laterPictures, ['loom-saree']));
    expect(counter.made).toBe(2 * FILES_PER_PRODUCT);
  });

  test('are completed by another process after the first one has stopped', async () => {
    await addProducts(['loom-kurta', 'loom-saree', 'loom-shawl']);
    const firstProcess = createProcess();
    const stop = new AbortController();
    const pregenerate = firstProcess.shop.pictures.pregenerate.bind(firstProcess.shop.pictures);
    firstProcess.shop.pictures.pregenerate = async (...picture) => {
      const made = await pregenerate(...picture);
      if (firstProcess.counter.made === 3) stop.abort();
      return made;
    };
    await firstProcess.pregenerator.runRound(stop.signal);
    expect(cachedPictures()).toHaveLength(3);
    const inodesBefore = cachedPictures().map((name) => statSync(join(cacheDir(), name)).ino);
    const secondProcess = createProcess();
    await secondProcess.pregenerator.runRound(neverAborted);
    expect(cachedPictures()).toHaveLength(3 * FILES_PER_PRODUCT);
    expect(secondProcess.counter.made).toBe(3 * FILES_PER_PRODUCT - 3);
    expect(readdirSync(cacheDir()).map((name) => statSync(join(cacheDir(), name)).ino)).toEqual(
      expect.arrayContaining(inodesBefore),
    );
  });

  test('are generated by only one of two processes, and by another process a minute later if that process hangs', async () => {
    await addProducts(['loom-kurta', 'loom-saree']);
    const [firstProcess, secondProcess, thirdProcess] = [createProcess(), createProcess(), createProcess()];
    await Promise.all([
      firstProcess.pregenerator.runRound(neverAborted),
      secondProcess.pregenerator.runRound(neverAborted),
    ]);
    expect(firstProcess.counter.made + secondProcess.counter.made).toBe(2 * FILES_PER_PRODUCT);
    expect([firstProcess.counter.made, secondProcess.counter.made]).toContain(0);

    await addProducts(['loom-shawl']);
    const roundStarted = Promise.withResolvers<void>();
    firstProcess.shop.pictures.pregenerate = () => {
      roundStarted.resolve();
      return new Promise(() => {});
    };
    void firstProcess.pregenerator.runRound(neverAborted);
    await roundStarted.promise;
    await thirdProcess.pregenerator.runRound(neverAborted);
    expect(thirdProcess.counter.made).toBe(0);
    now += MINUTE_MS;
    await thirdProcess.pregenerator.runRound(neverAborted);
    expect(thirdProcess.counter.made).toBe(FILES_PER_PRODUCT);
  });

  test('are not generated on a nearly full disk until there is enough space', async () => {
    const pictures = await addProducts(['loom-kurta']);
    const { pregenerator } = createProcess();
    freeBytes = 1.9 * GIGABYTE;
    await pregenerator.runRound(neverAborted);
    expect(cachedPictures()).toEqual([]);
    freeBytes = 2.1 * GIGABYTE;
    await pregenerator.runRound(neverAborted);
    expect(cachedPictures()).toEqual(expectedFiles(pictures, ['loom-kurta']));
  });

  test('are generated from the other files if some are damaged', async () => {
    const pictures = await addProducts(['loom-kurta', 'loom-saree']);
    for (const side of ['front', 'back']) {
      const damagedHash = pictures.get(`loom-saree-${side}.jpg`)?.hash ?? '';
      writeFileSync(join(dir, 'pictures', 'masters', damagedHash), 'no picture');
    }
    const { pregenerator } = createProcess();
    await pregenerator.runRound(neverAborted);
    await pregenerator.runRound(neverAborted);
    expect(cachedPictures()).toEqual(expectedFiles(pictures, ['loom-kurta']));
    expect(warnings).toHaveLength(2);
  });
});
