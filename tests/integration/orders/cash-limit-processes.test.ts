import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { variantOf } from '#support/goods.ts';
import { type BuyerAnswer, HttpBuyer } from '#support/http-buyer.ts';
import type { ShopProcess } from '#support/shop-process.ts';
import { oneProduct, smallShop } from '#support/small-shop.ts';
import { startTwoServers } from '#support/two-servers.ts';

const BUYERS = 16;
const STOCK = 40;
/** A tenth of one variant, and ten lines of the whole shop. */
const LIMITS = { CASH_VARIANT_SHARE: '10', CASH_VARIANT_PIECES: '1', CASH_CATALOGUE_SHARE: '1', CASH_LINES: '10' };
const OF_ONE_VARIANT = 4;
const OF_THE_SHOP = 10;
const PRODUCTS = Array.from({ length: BUYERS }, (_, n) => `cloth-${n}`);

for (const engine of ['sqlite', 'postgres'] as const)
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`two servers on one database [${engine}]`, () => {
    let db: ShopDatabase;
    let servers: ShopProcess[] = [];
    let close = async () => {};
    let buyers = 0;

    beforeAll(async () => {
      const open = async (dataDir: string, databaseUrl: string | undefined) => {
        const opened = await smallShop(dataDir, databaseUrl);
        const goods = ['loom-kurta', ...PRODUCTS].map((slug) => {
          const product = oneProduct(slug, 300);
          return { ...product, variants: [{ values: { size: 'M' }, price: 300, quantity: STOCK, hsn: '6206' }] };
        });
        await saveCatalogueBatch(opened, goods as (typeof goods)[number][], new Map(), { writesStock: true });
        return opened;
      };
      ({ db, servers, close } = await startTwoServers(engine, open, { TRUSTED_PROXIES: '1', ...LIMITS }));
    });

    afterAll(() => close());

    /** All at once, from as many networks and mailboxes, half of them at each server. */
    async function orderAll(slugs: readonly string[]): Promise<BuyerAnswer[]> {
      const ready = await Promise.all(
        slugs.map(async (slug, at) => {
          buyers += 1;
          const buyer = new HttpBuyer(`198.${buyers}.100.1`);
          const { origin } = servers[at % 2] as ShopProcess;
          const variant = await variantOf(db, slug);
          const row = await db.write
            .selectFrom('product')
            .select('id')
            .where('slug', '=', slug)
            .executeTakeFirstOrThrow();
          expect((await buyer.fill(origin, String(row.id), variant, 1)).status).toBe(200);
          const contact = { email: `buyer${buyers}@example.in`, mobile: '9876543210' };
          return () => buyer.order(origin, `key-${contact.email}`, { contact });
        }),
      );
      return Promise.all(ready.map((order) => order()));
    }

    async function countHeld(): Promise<number> {
      return (await db.write.selectFrom('order_line').select('variant_id').execute()).length;
    }

    const placed = (answers: BuyerAnswer[]) => answers.filter(({ status }) => status === 200).length;
    /** A refusal says why; nobody is rejected by a failure. */
    const failed = (answers: BuyerAnswer[]) => answers.filter(({ status }) => status === 0 || status >= 500);

    test('together hold no more of one variant than its share', async () => {
      const answers = await orderAll(Array.from({ length: BUYERS }, () => 'loom-kurta'));
      expect([placed(answers), failed(answers), await countHeld()]).toEqual([OF_ONE_VARIANT, [], OF_ONE_VARIANT]);
    });

    test('together hold no more lines than the shop’s share', async () => {
      const answers = await orderAll(PRODUCTS);
      const placedNow = OF_THE_SHOP - OF_ONE_VARIANT;
      expect([placed(answers), failed(answers), await countHeld()]).toEqual([placedNow, [], OF_THE_SHOP]);
    });
  });
