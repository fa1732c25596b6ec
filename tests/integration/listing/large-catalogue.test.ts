import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { ListingIndex } from '#lib/catalog/listing-index/listing-index.server.ts';
import { ColumnsBuilder } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { WordSegmentBuilder } from '#lib/catalog/search/index/word-segment-builder.ts';
import { WordIndex } from '#lib/catalog/search/word-index.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { countYields } from '#support/count-yields.ts';
import { editPrices } from '#support/edited-prices.ts';
import { runListCrowd, startWatchedShop } from '#support/list-crowd.ts';
import { type ShopProcess, temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';
import { limitMs } from '#support/time-limits.ts';
import { importGenerated } from '../../bench/catalogue.ts';

/**
 * The long version of this test sets `GOODS` to 100000. A million is also possible. `GOODS_DIR` is the folder of an
 * existing SQLite catalogue.
 */
const SHORT_PRODUCT_COUNT = 5_200;
const PRODUCT_COUNT = Number(process.env.GOODS ?? SHORT_PRODUCT_COUNT);
const VISITOR_COUNT = PRODUCT_COUNT > SHORT_PRODUCT_COUNT ? 20 : 8;
const LISTS_PER_VISITOR = PRODUCT_COUNT > SHORT_PRODUCT_COUNT ? 20 : 3;
/** The maximum time of a list. Concurrent requests wait for each other, and on a busy machine also for other tests. */
const MAX_LIST_MS = 5_000;
const EDITED_COUNT = 1_200;
/** The maximum number of products that a query may read, because SQLite blocks the event loop while it reads them. */
const MAX_PRODUCTS_READ = 200;

async function readTotal(shop: ShopProcess, query: string): Promise<number> {
  const response = await fetch(`${shop.origin}/public/product?${query}`);
  return ((await response.json()) as { data: { total: number } }).data.total;
}

let usedPriceCount = 0;
/** Returns a price that no product has, even if an existing catalogue was edited before. */
const newPrice = () => 200_000 + ((Date.now() + usedPriceCount++) % 100_000);

class ProductReadCounter implements KyselyPlugin {
  total = 0;
  /** The maximum number of products that one query read. */
  maxPerQuery = 0;

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node;

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    const hasProducts = result.rows[0] !== undefined && 'tokens_json' in result.rows[0];
    if (!hasProducts) return result;
    this.total += result.rows.length;
    this.maxPerQuery = Math.max(this.maxPerQuery, result.rows.length);
    return result;
  };
}

/** Returns the number of products added to segments, and the maximum between two yields. */
async function countAdditions(
  builder: { add(...product: never[]): void },
  yields: () => number,
  work: () => Promise<void>,
): Promise<{ total: number; maxPerYield: number }> {
  const { add } = builder;
  const addedPerYield = new Map<number, number>();
  const spy = vi.spyOn(builder, 'add').mockImplementation(function (this: typeof builder, ...product) {
    addedPerYield.set(yields(), (addedPerYield.get(yields()) ?? 0) + 1);
    add.apply(this, product);
  });
  await work().finally(() => spy.mockRestore());
  const counts = [...addedPerYield.values()];
  return { total: counts.reduce((sum, count) => sum + count, 0), maxPerYield: counts.reduce((a, b) => Math.max(a, b)) };
}

const THREAD_SETTINGS: Record<string, Record<string, string>> = {
  'in the server’s main thread': {},
  'in a worker thread': { LISTS_THREAD_FROM: '5000' },
};

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`${PRODUCT_COUNT} products [${engine}]`, () => {
    const data = temporaryDir('large');
    const existingDir = engine === 'sqlite' ? process.env.GOODS_DIR : undefined;
    const dataDir = existingDir ?? data.dir;
    let database: Awaited<ReturnType<typeof createDatabase>> | undefined;
    let db: ShopDatabase;
    beforeAll(async () => {
      database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      db = await openDatabase({ dataDir, databaseUrl: database?.url });
      await migrate(db);
      if (!existingDir) await importGenerated(db, PRODUCT_COUNT);
    }, 1_200_000);
    afterAll(async () => {
      await db.close();
      await database?.drop();
      data.remove();
    });

    // Lists in the main thread work in the same way on both databases. The short version tests them only on SQLite.
    for (const place of Object.keys(THREAD_SETTINGS).slice(
      engine === 'postgres' && PRODUCT_COUNT === SHORT_PRODUCT_COUNT ? 1 : 0,
    )) {
      test(`lists computed ${place} are fast once the shop is ready, and include imported changes`, async () => {
        const shop = await startWatchedShop(dataDir, { DATABASE_URL: database?.url ?? '', ...THREAD_SETTINGS[place] });
        try {
          const crowd = await runListCrowd(shop, VISITOR_COUNT, LISTS_PER_VISITOR);
          console.log(PRODUCT_COUNT, engine, crowd);
          expect(crowd.refusedAfterReady).toBe(0);
          // While other tests run, concurrent lists may wait for the CPU for more than two seconds.
          if (process.env.TIMES === 'exact') expect(crowd.refusedAsBusy).toBe(0);
          expect(crowd.slowestReadyListMs).toBeLessThan(limitMs(MAX_LIST_MS));

          expect(await readTotal(shop, 'search=kruta')).toBeGreaterThan(0);
          const price = newPrice();
          const editedPriceQuery = `minprice=${price}&maxprice=${price}`;
          expect(await readTotal(shop, editedPriceQuery)).toBe(0);
          const [crowdDuringImport] = await Promise.all([
            runListCrowd(shop, 5, LISTS_PER_VISITOR),
            editPrices(db, EDITED_COUNT, price),
          ]);
          console.log('during an import', crowdDuringImport);
          expect(crowdDuringImport.refusedAfterReady).toBe(0);
          // Cached pages may be two seconds old.
          await expect.poll(() => readTotal(shop, editedPriceQuery)).toBe(EDITED_COUNT);
        } finally {
          await shop.stop();
        }
      });
    }

    test(`the indexes read at most ${MAX_PRODUCTS_READ} products per query, and yield after adding each`, async () => {
      const indexes = [
        { Index: ListingIndex, builder: ColumnsBuilder.prototype },
        { Index: WordIndex, builder: WordSegmentBuilder.prototype },
      ].map(({ Index, builder }) => {
        const readCounter = new ProductReadCounter();
        const index = new Index({ ...db, read: db.read.withPlugin(readCounter) });
        return {
          readCounter,
          catchUp: () => countYields((yields) => countAdditions(builder, yields, () => index.catchUp())),
        };
      });
      for (const { readCounter, catchUp } of indexes) {
        expect(await catchUp()).toEqual({ total: PRODUCT_COUNT, maxPerYield: 1 });
        expect(readCounter).toMatchObject({ total: PRODUCT_COUNT, maxPerQuery: MAX_PRODUCTS_READ });
      }
      const editedCount = 2 * MAX_PRODUCTS_READ + 1;
      await editPrices(db, editedCount, newPrice());
      for (const { readCounter, catchUp } of indexes) {
        expect(await catchUp()).toEqual({ total: editedCount, maxPerYield: 1 });
        expect(readCounter).toMatchObject({ total: PRODUCT_COUNT + editedCount, maxPerQuery: MAX_PRODUCTS_READ });
      }
    });
  });
}
