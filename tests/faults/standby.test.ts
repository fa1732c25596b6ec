import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '#support/free-port.ts';
import { variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { parseMetrics, total } from '#support/read-metrics.ts';
import { StandbyShop } from '#support/standby-shop.ts';
import { waitUntil } from '#support/time-limits.ts';
import { importGenerated } from '../bench/catalogue.ts';

const TEST_SECONDS = 60;
/** The documented limit, which is the same without a standby. */
const MAX_STALE_MS = 2_000;
const PATHS = ['/products', '/products/loom-kurta', '/search?search=kurta'];
const THREADED_PRODUCT_COUNT = 5_200;
const FIRST_PRICE = 2_000;

// Both servers use the PostgreSQL programs of this machine.
describe.skipIf(!inject('postgresUrl') || process.env.TEST_DATABASE_URL)('a standby under faults', () => {
  let standby: StandbyShop;
  let metricsPort: number;

  beforeAll(async () => {
    metricsPort = await freePort();
    standby = await StandbyShop.start({ METRICS_PORT: String(metricsPort), LISTS_THREAD_FROM: '5000' });
  });
  afterAll(() => standby.stop());

  const metric = async (name: string, labels: Record<string, string> = {}) =>
    total(parseMetrics(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()), name, labels);

  test('no page fails or shows a price replaced over 2 seconds ago, and each order is placed once', async () => {
    const until = performance.now() + TEST_SECONDS * 1_000;
    const isOver = () => performance.now() > until;
    const variant = await variantOf(standby.db, 'loom-kurta');
    await standby.db.write.updateTable('variant').set({ quantity: 1_000_000 }).execute();
    const prices: { rupees: number; at: number }[] = [{ rupees: FIRST_PRICE, at: 0 }];
    await standby.setPrice(FIRST_PRICE);
    await wait(MAX_STALE_MS);

    async function changePrices(): Promise<void> {
      for (let rupees = FIRST_PRICE + 1; !isOver(); rupees++) {
        await standby.setPrice(rupees);
        prices.push({ rupees, at: performance.now() });
        await wait(Math.random() * 1_500);
      }
    }

    /** Returns the lowest price that a page may show if it is requested at this time; prices only rise. */
    const minPriceAt = (at: number) => prices.findLast((price) => price.at <= at - MAX_STALE_MS)?.rupees ?? FIRST_PRICE;
    const problems: string[] = [];
    let pages = 0;
    async function checkPrices(path: () => string): Promise<void> {
      while (!isOver()) {
        const [requestedPath, minPrice] = [path(), minPriceAt(performance.now())];
        const response = await fetch(standby.shop.origin + requestedPath);
        const shownPrice =
          Number(/2,?(\d{3})/.exec(/₹\s?(2,?\d{3})/.exec(await response.text())?.[1] ?? '')?.[1]) + FIRST_PRICE;
        pages += 1;
        if (response.status !== 200 || !(shownPrice >= minPrice))
          problems.push(`${requestedPath}: ${response.status}, ${shownPrice} instead of at least ${minPrice}`);
        await wait(20);
      }
    }

    const attemptedKeys = new Set<string>();
    async function buy(): Promise<void> {
      for (let round = 0; !isOver(); round++) {
        const buyer = new HttpBuyer(`203.0.113.${round % 250}`);
        const contact = { email: `buyer${round}@example.in`, mobile: '9876543210' };
        const addResponse = await buyer.addToCart(standby.shop.origin, 'loom-kurta', variant, 1);
        const { status, message } = await buyer.order(standby.shop.origin, `order ${round}`, { contact });
        if (addResponse.status !== 200 || status !== 200)
          problems.push(`order ${round}: ${addResponse.status}, ${status} ${message}`);
        attemptedKeys.add(`order ${round}`);
        await wait(100);
      }
    }

    async function disturbStandby(): Promise<void> {
      while (!isOver()) {
        await standby.pauseReplay();
        await wait(3_000);
        await standby.resumeReplay();
        await wait(4_000);
        await standby.pair.stopFollower();
        await wait(2_000);
        await standby.pair.startFollower();
        await wait(7_000);
      }
    }

    let n = 0;
    const readers = PATHS.flatMap((path) => [
      checkPrices(() => path),
      checkPrices(() => `${path}${path.includes('?') ? '&' : '?'}maxprice=${900_000 + n++}`),
    ]);
    await Promise.all([changePrices(), buy(), disturbStandby(), ...readers]);
    expect(problems).toEqual([]);
    expect(await standby.db.write.selectFrom('orders').select('id').execute()).toHaveLength(attemptedKeys.size);
    const [byStandby, byPrimary] = await Promise.all([
      metric('shop_stale_reads_total', { server: 'standby' }),
      metric('shop_stale_reads_total', { server: 'primary' }),
    ]);
    console.info(
      `${pages} pages, ${attemptedKeys.size} orders, ${prices.length} prices; statements: ${byStandby} by the standby, ${byPrimary} by the primary`,
    );
    expect(byStandby).toBeGreaterThan(0);
    await waitUntil('the standby is used again', 15_000, async () => (await metric('shop_standby_in_use')) === 1);
  });

  test('lists from a thread show new prices before, during and after a pause of the standby', async () => {
    await importGenerated(standby.db, THREADED_PRODUCT_COUNT);
    const countAt = async (rupees: number) => {
      const query = `search=loom-kurta&minprice=${rupees}&maxprice=${rupees}`;
      const response = await fetch(`${standby.shop.origin}/public/product?${query}`);
      return response.status === 200 ? ((await response.json()) as { data: { total: number } }).data.total : 0;
    };
    for (const isPaused of [false, true, false]) {
      if (isPaused) await standby.pauseReplay();
      const rupees = 3_001 + Math.floor(Math.random() * 1_900);
      expect(await countAt(rupees)).toBe(0);
      await standby.setPrice(rupees);
      await waitUntil('the list has the new price', 30_000, async () => (await countAt(rupees)) === 1);
      if (isPaused) await standby.resumeReplay();
    }
  });
});
