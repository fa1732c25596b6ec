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
import { listCrowd, startWatched } from '#support/list-crowd.ts';
import { type ShopProcess, temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';
import { limitMs } from '#support/time-limits.ts';
import { importGenerated } from '../../bench/catalogue.ts';

/** The long version sets `GOODS=100000`, or a million; `GOODS_DIR` names an existing SQLite catalogue to use. */
const SHORT_GOODS = 5_200;
const GOODS = Number(process.env.GOODS ?? SHORT_GOODS);
const VISITORS = GOODS > SHORT_GOODS ? 20 : 8;
const LISTS_EACH = GOODS > SHORT_GOODS ? 20 : 3;
/** Clients that request without a pause wait for each other, and on a busy machine also for other tests. */
const MAX_LIST_MS = 5_000;
const EDITED = 1_200;
/** SQLite blocks the event loop while it reads this many products. */
const MAX_PRODUCTS_READ = 200;

async function totalOf(shop: ShopProcess, query: string): Promise<number> {
  const response = await fetch(`${shop.origin}/public/product?${query}`);
  return ((await response.json()) as { data: { total: number } }).data.total;
}

let usedPrices = 0;
/** A price that no product has. An existing catalogue may have been edited before. */
const newPrice = () => 200_000 + ((Date.now() + usedPrices++) % 100_000);

class ProductReadCounter implements KyselyPlugin {
  total = 0;
  /** The maximum number of products that one query read. */
  maxPerQuery = 0;

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node;

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    const isOfProducts = result.rows[0] !== undefined && 'tokens_json' in result.rows[0];
    if (!isOfProducts) return result;
    this.total += result.rows.length;
    this.maxPerQuery = Math.max(this.maxPerQuery, result.rows.length);
    return result;
  };
}

/** The number of products added to segments, and the maximum between two yields. */
async function countAdded(
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

const LIST_PLACES: Record<string, Record<string, string>> = {
  'by the server': {},
  'by a thread': { LISTS_THREAD_FROM: '5000' },
};

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`${GOODS} products [${engine}]`, () => {
    const data = temporaryDir('large');
    const existingDir = engine === 'sqlite' ? process.env.GOODS_DIR : undefined;
    const dataDir = existingDir ?? data.dir;
    let database: Awaited<ReturnType<typeof createDatabase>> | undefined;
    let db: ShopDatabase;
    beforeAll(async () => {
      database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      db = await openDatabase({ dataDir, databaseUrl: database?.url });
      await migrate(db);
      if (!existingDir) await importGenerated(db, GOODS);
    }, 1_200_000);
    afterAll(async () => {
      await db.close();
      await database?.drop();
      data.remove();
    });

    // Where lists are computed does not depend on the database, so the short version tests both only on SQLite.
    for (const place of Object.keys(LIST_PLACES).slice(engine === 'postgres' && GOODS === SHORT_GOODS ? 1 : 0)) {
      test(`lists computed ${place} are fast once the shop is ready, and show an import`, async () => {
        const shop = await startWatched(dataDir, { DATABASE_URL: database?.url ?? '', ...LIST_PLACES[place] });
        try {
          const crowd = await listCrowd(shop, VISITORS, LISTS_EACH);
          console.log(GOODS, engine, crowd);
          expect(crowd.refusedAfter).toBe(0);
          // While other tests run, concurrent lists may wait more than two seconds for the CPU.
          if (process.env.TIMES === 'exact') expect(crowd.refusedAsBusy).toBe(0);
          expect(crowd.slowestReadyListMs).toBeLessThan(limitMs(MAX_LIST_MS));

          expect(await totalOf(shop, 'search=kruta')).toBeGreaterThan(0);
          const price = newPrice();
          const edited = `minprice=${price}&maxprice=${price}`;
          expect(await totalOf(shop, edited)).toBe(0);
          const [whileEdited] = await Promise.all([listCrowd(shop, 5, LISTS_EACH), editPrices(db, EDITED, price)]);
          console.log('during an import', whileEdited);
          expect(whileEdited.refusedAfter).toBe(0);
          // Cached pages may be two seconds old.
          await expect.poll(() => totalOf(shop, edited)).toBe(EDITED);
        } finally {
          await shop.stop();
        }
      });
    }

    test(`the indexes read at most ${MAX_PRODUCTS_READ} products in a query, and add one between yields`, async () => {
      const indexes = [
        { Index: ListingIndex, builder: ColumnsBuilder.prototype },
        { Index: WordIndex, builder: WordSegmentBuilder.prototype },
      ].map(({ Index, builder }) => {
        const read = new ProductReadCounter();
        const index = new Index({ ...db, read: db.read.withPlugin(read) });
        return { read, catchUp: () => countYields((yields) => countAdded(builder, yields, () => index.catchUp())) };
      });
      for (const { read, catchUp } of indexes) {
        expect(await catchUp()).toEqual({ total: GOODS, maxPerYield: 1 });
        expect(read).toMatchObject({ total: GOODS, maxPerQuery: MAX_PRODUCTS_READ });
      }
      const edited = 2 * MAX_PRODUCTS_READ + 1;
      await editPrices(db, edited, newPrice());
      for (const { read, catchUp } of indexes) {
        expect(await catchUp()).toEqual({ total: edited, maxPerYield: 1 });
        expect(read).toMatchObject({ total: GOODS + edited, maxPerQuery: MAX_PRODUCTS_READ });
      }
    });
  });
}
