import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { variantOf } from '#support/goods.ts';
import { type BuyerResponse, HttpBuyer } from '#support/http-buyer.ts';
import type { ShopProcess } from '#support/shop-process.ts';
import { oneProduct, smallShop } from '#support/small-shop.ts';
import { startTwoServers } from '#support/two-servers.ts';

const BUYERS = 16;
const STOCK = 40;
/** Unverified cash orders may hold a tenth of the stock of a variant, and have ten lines in the whole shop. */
const LIMITS = { CASH_VARIANT_SHARE: '10', CASH_VARIANT_PIECES: '1', CASH_CATALOGUE_SHARE: '1', CASH_LINES: '10' };
const VARIANT_LIMIT = 4;
const SHOP_LIMIT = 10;
const PRODUCTS = Array.from({ length: BUYERS }, (_, n) => `cloth-${n}`);

for (const engine of ['sqlite', 'postgres'] as const)
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`two servers on one database [${engine}]`, () => {
    let db: ShopDatabase;
    let servers: ShopProcess[] = [];
    let close = async () => {};
    let buyers = 0;

    beforeAll(async () => {
      const open = async (dataDir: string, databaseUrl: string | undefined) => {
        const database = await smallShop(dataDir, databaseUrl);
        const goods = ['loom-kurta', ...PRODUCTS].map((slug) => {
          const product = oneProduct(slug, 300);
          return { ...product, variants: [{ values: { size: 'M' }, price: 300, quantity: STOCK, hsn: '6206' }] };
        });
        await saveCatalogueBatch(database, goods, new Map(), { writesStock: true });
        return database;
      };
      ({ db, servers, close } = await startTwoServers(engine, open, { TRUSTED_PROXIES: '1', ...LIMITS }));
    });

    afterAll(() => close());

    /** Places the orders concurrently, each from its own network and mailbox, half of them on each server. */
    async function orderAll(slugs: readonly string[]): Promise<BuyerResponse[]> {
      const orderFunctions = await Promise.all(
        slugs.map(async (slug, index) => {
          buyers += 1;
          const buyer = new HttpBuyer(`198.${buyers}.100.1`);
          const { origin } = servers[index % 2] as ShopProcess;
          const variant = await variantOf(db, slug);
          const row = await db.write
            .selectFrom('product')
            .select('id')
            .where('slug', '=', slug)
            .executeTakeFirstOrThrow();
          expect((await buyer.addToCart(origin, String(row.id), variant, 1)).status).toBe(200);
          const contact = { email: `buyer${buyers}@example.in`, mobile: '9876543210' };
          return () => buyer.order(origin, `key-${contact.email}`, { contact });
        }),
      );
      return Promise.all(orderFunctions.map((order) => order()));
    }

    async function countLines(): Promise<number> {
      return (await db.write.selectFrom('order_line').select('variant_id').execute()).length;
    }

    const countPlaced = (responses: BuyerResponse[]) => responses.filter(({ status }) => status === 200).length;
    /** The responses that are server errors or missing; a rejection with a reason is not among them. */
    const failed = (responses: BuyerResponse[]) => responses.filter(({ status }) => status === 0 || status >= 500);

    test('together accept unverified cash orders for one variant only up to its limit', async () => {
      const responses = await orderAll(Array.from({ length: BUYERS }, () => 'loom-kurta'));
      expect([countPlaced(responses), failed(responses), await countLines()]).toEqual([
        VARIANT_LIMIT,
        [],
        VARIANT_LIMIT,
      ]);
    });

    test('together accept unverified cash orders only up to the limit of the shop', async () => {
      const responses = await orderAll(PRODUCTS);
      const remainingLimit = SHOP_LIMIT - VARIANT_LIMIT;
      expect([countPlaced(responses), failed(responses), await countLines()]).toEqual([remainingLimit, [], SHOP_LIMIT]);
    });
  });
