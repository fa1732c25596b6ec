import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { variantOf } from '#support/goods.ts';
import { type BuyerResponse, HttpBuyer } from '#support/http-buyer.ts';
import type { ShopProcess } from '#support/shop-process.ts';
import { oneProduct, smallShop } from '#support/small-shop.ts';
import { startTwoServers } from '#support/two-servers.ts';

const BUYER_COUNT = 16;
const STOCK_QUANTITY = 40;
/** Unverified cash orders may hold a tenth of a variant’s stock, and may have ten lines in the whole shop. */
const LIMITS = { CASH_VARIANT_SHARE: '10', CASH_VARIANT_PIECES: '1', CASH_CATALOGUE_SHARE: '1', CASH_LINES: '10' };
const VARIANT_LIMIT = 4;
const SHOP_LIMIT = 10;
const PRODUCT_SLUGS = Array.from({ length: BUYER_COUNT }, (_, n) => `cloth-${n}`);

for (const engine of ['sqlite', 'postgres'] as const)
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`two servers on one database [${engine}]`, () => {
    let db: ShopDatabase;
    let servers: ShopProcess[] = [];
    let close = async () => {};
    let buyerCount = 0;

    beforeAll(async () => {
      const openStockedDatabase = async (dataDir: string, databaseUrl: string | undefined) => {
        const database = await smallShop(dataDir, databaseUrl);
        const goods = ['loom-kurta', ...PRODUCT_SLUGS].map((slug) => {
          const product = oneProduct(slug, 300);
          return {
            ...product,
            variants: [{ values: { size: 'M' }, price: 300, quantity: STOCK_QUANTITY, hsn: '6206' }],
          };
        });
        await saveCatalogueBatch(database, goods, new Map(), { writesStock: true });
        return database;
      };
      ({ db, servers, close } = await startTwoServers(engine, openStockedDatabase, {
        TRUSTED_PROXIES: '1',
        ...LIMITS,
      }));
    });

    afterAll(() => close());

    /** Places the orders concurrently, each from a separate network and mailbox, half of them on each server. */
    async function orderAll(slugs: readonly string[]): Promise<BuyerResponse[]> {
      const orderFunctions = await Promise.all(
        slugs.map(async (slug, index) => {
          buyerCount += 1;
          const buyer = new HttpBuyer(`198.${buyerCount}.100.1`);
          const { origin } = servers[index % 2] as ShopProcess;
          const variant = await variantOf(db, slug);
          const row = await db.write
            .selectFrom('product')
            .select('id')
            .where('slug', '=', slug)
            .executeTakeFirstOrThrow();
          expect((await buyer.addToCart(origin, String(row.id), variant, 1)).status).toBe(200);
          const contact = { email: `buyer${buyerCount}@example.in`, mobile: '9876543210' };
          return () => buyer.order(origin, `key-${contact.email}`, { contact });
        }),
      );
      return Promise.all(orderFunctions.map((order) => order()));
    }

    async function countLines(): Promise<number> {
      return (await db.write.selectFrom('order_line').select('variant_id').execute()).length;
    }

    const countPlaced = (responses: BuyerResponse[]) => responses.filter(({ status }) => status === 200).length;
    /** Returns the responses that are missing or server errors. A rejection with a reason is not included. */
    const failedResponses = (responses: BuyerResponse[]) =>
      responses.filter(({ status }) => status === 0 || status >= 500);

    test('together accept unverified cash orders for one variant only up to its limit', async () => {
      const responses = await orderAll(Array.from({ length: BUYER_COUNT }, () => 'loom-kurta'));
      expect([countPlaced(responses), failedResponses(responses), await countLines()]).toEqual([
        VARIANT_LIMIT,
        [],
        VARIANT_LIMIT,
      ]);
    });

    test('together accept unverified cash orders only up to the shop’s limit', async () => {
      const responses = await orderAll(PRODUCT_SLUGS);
      const remainingLimit = SHOP_LIMIT - VARIANT_LIMIT;
      expect([countPlaced(responses), failedResponses(responses), await countLines()]).toEqual([
        remainingLimit,
        [],
        SHOP_LIMIT,
      ]);
    });
  });
