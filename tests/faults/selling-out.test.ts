import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { countVariantsInStock } from '#support/bulk-buyer.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';

const LINES = 92;
const ROUNDS = 12;
/** Stays below the limit of 600 writes a minute per network. */
const MAX_REQUESTS = 400;
const data = temporaryDir('selling-out');
let shop: ShopProcess;
let db: ShopDatabase;

beforeAll(async () => {
  shop = await startShop({ dataDir: data.dir, env: { TRUSTED_PROXIES: '1' } });
  db = await openDatabase({ dataDir: data.dir });
});
afterAll(async () => {
  await shop?.stop();
  await db?.close();
  data.remove();
});

interface VariantInStock {
  id: number;
  slug: string;
  quantity: number;
}

function variantsInStock(): Promise<VariantInStock[]> {
  return db.write
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'slug', 'quantity'])
    .where('quantity', '>', 0)
    .where('sell_unit', '=', 'piece')
    .where('status', '=', 'active')
    .orderBy('variant.id')
    .execute();
}

test('a bulk buyer with many carts and email addresses can reserve all stock of at most 20 variants', async () => {
  const before = await countVariantsInStock(db);
  let requests = 0;
  let orders = 0;
  for (let round = 0; round < ROUNDS; round++) {
    // Tries the largest order first, and then smaller ones, as a bulk buyer would.
    for (const lines of [LINES, 20, 10, 5, 1]) {
      const buyer = new HttpBuyer('203.0.113.66');
      for (const { id, slug, quantity } of (await variantsInStock()).slice(0, lines)) {
        requests += 1;
        await buyer.addToCart(shop.origin, slug, String(id), quantity);
      }
      const contact = { email: `bulk-buyer-${round}-${lines}@example.in`, mobile: '9876543210' };
      const response = await buyer.order(shop.origin, `bulk-${round}-${lines}`, { payment: 'test', contact });
      expect([200, 409, 429], response.message).toContain(response.status);
      orders += response.status === 200 ? 1 : 0;
      if (requests > MAX_REQUESTS) break;
    }
    if (requests > MAX_REQUESTS) break;
  }
  const after = await countVariantsInStock(db);
  console.log(`${requests} requests, ${orders} unpaid orders: ${before - after} of ${before} variants sold out`);
  expect(before - after).toBeLessThanOrEqual(20);
  // A family in the same network can still order well-stocked items.
  const family = new HttpBuyer('203.0.113.66');
  const [wellStocked] = (await variantsInStock()).filter(({ quantity }) => quantity > 3);
  expect((await family.addToCart(shop.origin, wellStocked!.slug, String(wellStocked!.id), 1)).status).toBe(200);
  const bought = await family.order(shop.origin, 'family', { payment: 'test' });
  expect(bought.status, bought.message).toBe(200);
}, 240_000);
