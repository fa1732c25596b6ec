import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { addCustomer } from '#support/customers.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { startWithNpmFlags, temporaryDir } from '#support/shop-process.ts';
import type { BenchOptions } from './bench-options.ts';
import { SERVER_CORE } from './cores.ts';
import type { Figure } from './figures.ts';
import { measureSequentialLoad } from './load.ts';

const PAGES = ['/cart', '/checkout?step=address', '/account/orders', '/account/wishlist'];
const ORDERS = 50;
const MEDIAN_BUDGET_MS = 3;
const P99_BUDGET_MS = 15;

/** Measures the personal pages of a customer with fifty orders and three cart lines. */
export async function measurePersonal(options: BenchOptions): Promise<Figure[]> {
  const data = temporaryDir('bench-personal');
  const cookie = `session=${await addCustomerWithOrders(data.dir)}`;
  const shop = await startWithNpmFlags({ dataDir: data.dir, commandPrefix: SERVER_CORE });
  try {
    return await measurePages(shop.origin, cookie, options);
  } finally {
    await shop.stop();
    data.remove();
  }
}

async function measurePages(origin: string, cookie: string, { rounds, seconds }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of PAGES) {
    const { medianMs, p99Ms } = await measureSequentialLoad(
      { origin, path, seconds, acceptEncoding: 'br', headers: { cookie } },
      rounds,
    );
    const base = { part: 'personal', unit: 'ms' } as const;
    figures.push({
      ...base,
      label: `${path} for a customer with ${ORDERS} orders`,
      value: medianMs,
      budget: MEDIAN_BUDGET_MS,
    });
    figures.push({ ...base, label: `${path}, 99th percentile`, value: p99Ms, budget: P99_BUDGET_MS });
  }
  return figures;
}

/** Adds a customer with orders and a filled cart, and returns the token of the customer's session. */
async function addCustomerWithOrders(dataDir: string): Promise<string> {
  const db = await openDatabase({ dataDir });
  await migrate(db);
  await stockGoods(db);
  await db.write.updateTable('variant').set({ quantity: 100_000 }).execute();
  await db.write.updateTable('bolt').set({ length_cm: 100_000 }).execute();
  const { shop, place } = orderFixture(db, Date.now());
  const { id: customerId, token } = await addCustomer(db);
  const fillCart = async () => {
    for (const product of ['test-kurta', 'test-scarf', 'test-cloth']) {
      await addToCart(shop, { customerId }, { product, quantity: 1, variant: await variantOf(db, product) });
    }
  };
  for (let order = 0; order < ORDERS; order++) {
    await fillCart();
    await place({ customerId }, {}, `order-${order}`);
  }
  await fillCart();
  await db.close();
  return token;
}
