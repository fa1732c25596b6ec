import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { findProgram } from '#support/find-program.ts';
import { stockGoods } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { startPostgres } from '#support/postgres.ts';
import { type ShopProcess, startWithNpmFlags, temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';
import { startVarnish } from '#support/varnish.ts';
import type { BenchOptions } from './bench-options.ts';
import { importGenerated } from './catalogue.ts';
import { type Figure, median } from './figures.ts';
import { measurePageRate, startBareServer } from './load.ts';
import { loadModel } from './load-model.ts';
import { measureStandby } from './measure-standby.ts';
import { budgetPages } from './pages.ts';
import { prepareData } from './prepared-data.ts';
import { processTreeMs } from './processor.ts';

const PRODUCTS_ON_SQLITE = 10_000;
const PRODUCTS_ON_POSTGRES = 1_000;
const BUYERS = 8;
const IDLE_SECONDS = 10;
/** A unique maximum price makes every list uncached. */
const FRESH_LISTING = '/products?category=women&maxprice={n}';

/** Measures the cost of a page or an order with one and two workers: requests per second, and CPU time per request. */
export async function measureProcesses(options: BenchOptions): Promise<Figure[]> {
  const pages = await measurePages(options);
  const varnish = await measureVarnish(options);
  const orders = await measureOrders(options);
  const standby = await measureStandby(options);
  const estimates = orders ? loadModel({ ...pages.costs, ...orders.costs }) : [];
  return [...pages.figures, ...varnish, ...(orders?.figures ?? []), ...standby, ...estimates];
}

interface Cost {
  perSecond: number;
  /** The CPU time of the servers per request. */
  msPerRequest: number;
}

async function measurePages({ rounds, seconds }: BenchOptions) {
  const dataDir = await prepareData(PRODUCTS_ON_SQLITE);
  const cachedCosts: Record<number, Cost[]> = { 0: [], 1: [], 2: [] };
  const freshCosts: Record<number, Cost[]> = { 1: [], 2: [] };
  for (let round = 0; round < rounds; round++) {
    for (const workers of [1, 2]) {
      const shop = await startWorkers(dataDir, workers);
      const page = (await budgetPages(shop.origin)).at(3)?.path ?? '/';
      if (workers === 1) {
        const bareServer = await startBareServer(shop.origin, page, 'br');
        cachedCosts[0]?.push(await measureCostUnderLoad(bareServer, page, seconds));
        bareServer.stop();
      }
      // The JIT compiler needs a few hundred pages to optimise the code.
      await measureCostUnderLoad(shop, FRESH_LISTING, 2 * seconds);
      await measureCostUnderLoad(shop, page, 1);
      cachedCosts[workers]?.push(await measureCostUnderLoad(shop, page, seconds));
      freshCosts[workers]?.push(await measureCostUnderLoad(shop, FRESH_LISTING, seconds));
      await shop.stop();
    }
  }
  return {
    figures: [...figuresOf('cached product page', cachedCosts), ...figuresOf('uncached listing', freshCosts)],
    costs: { cachedMs: lowestMs(cachedCosts[1]), freshMs: lowestMs(freshCosts[1]) },
  };
}

async function measureCostUnderLoad(
  { origin, pid }: { origin: string; pid: number },
  path: string,
  seconds: number,
): Promise<Cost> {
  const before = processTreeMs(pid);
  const perSecond = await measurePageRate({ origin, path, seconds, acceptEncoding: 'br' });
  return { perSecond, msPerRequest: (processTreeMs(pid) - before) / (perSecond * seconds) };
}

function figuresOf(label: string, costs: Record<number, Cost[]>): Figure[] {
  return Object.entries(costs).map(([workers, workerCosts]) => ({
    part: 'processes',
    label: `${label}, ${workers === '0' ? 'bare node:http' : `${workers} worker${workers === '1' ? '' : 's'}`}`,
    value: Math.round(median(workerCosts.map(({ perSecond }) => perSecond))),
    unit: '/s',
    note: `${lowestMs(workerCosts).toFixed(3)} ms of processor time each`,
  }));
}

/** Returns the minimum, because other programs can only increase the CPU time of the same work. */
function lowestMs(costs: Cost[] = []): number {
  return Math.min(...costs.map(({ msPerRequest }) => msPerRequest));
}

/** Measures a page that Varnish has cached. */
async function measureVarnish({ seconds }: BenchOptions): Promise<Figure[]> {
  if (!findProgram('varnishd')) return [];
  const env = { PAGE_CACHE: 'off', SITE_URL: 'https://shop.example' };
  const shop = await startWithNpmFlags({ dataDir: await prepareData(PRODUCTS_ON_SQLITE), env });
  const varnish = await startVarnish([shop.port, shop.port]);
  const page = (await budgetPages(shop.origin)).at(3)?.path ?? '/';
  await measureCostUnderLoad(varnish, page, 1);
  const cost = await measureCostUnderLoad(varnish, page, seconds);
  await varnish.stop();
  await shop.stop();
  const note = `${cost.msPerRequest.toFixed(3)} ms of processor time each`;
  return [{ part: 'processes', label: 'product page cached by Varnish', value: cost.perSecond, unit: '/s', note }];
}

async function measureOrders({ rounds, seconds }: BenchOptions) {
  const postgres = await startPostgres();
  if (!postgres?.pid) {
    console.log('PostgreSQL could not be started: orders and the estimates based on them are skipped.');
    return;
  }
  const { url, drop } = await createDatabase(postgres.url);
  const db = await openDatabase({ databaseUrl: url, dataDir: '' });
  await migrate(db);
  await stockGoods(db);
  await importGenerated(db, PRODUCTS_ON_POSTGRES);
  await db.write.updateTable('variant').set({ quantity: 10_000_000 }).execute();
  const data = temporaryDir('bench-orders');
  const orders: Record<number, (Cost & { databaseMs: number })[]> = { 1: [], 2: [] };
  const idleMs: number[] = [];
  const freshMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const workers of [1, 2]) {
      const env = { DATABASE_URL: url, TRUSTED_PROXIES: '1' };
      const shop = await startWorkers(data.dir, workers, env);
      await placeOrders(shop, postgres.pid, seconds, `warm-${round}-${workers}`);
      orders[workers]?.push(await placeOrders(shop, postgres.pid, seconds, `${round}-${workers}`));
      if (workers === 1) {
        const cpuBefore = processTreeMs(postgres.pid);
        const { perSecond } = await measureCostUnderLoad(shop, FRESH_LISTING, seconds);
        freshMs.push((processTreeMs(postgres.pid) - cpuBefore) / (perSecond * seconds));
        await wait(2_000);
        const before = processTreeMs(postgres.pid);
        await wait(IDLE_SECONDS * 1_000);
        idleMs.push((processTreeMs(postgres.pid) - before) / IDLE_SECONDS);
      }
      await shop.stop();
    }
  }
  await db.close();
  await drop();
  await postgres.stop();
  data.remove();
  const database = {
    orderMs: Math.min(...(orders[1] ?? []).map(({ databaseMs }) => databaseMs)),
    freshMs: Math.min(...freshMs),
    idleMs: Math.min(...idleMs),
  };
  return {
    figures: [
      ...figuresOf('cart filled and order placed, PostgreSQL', orders),
      costFigure('the same, processor time of PostgreSQL for each', database.orderMs),
      costFigure('processor time of PostgreSQL for an uncached listing', database.freshMs),
      costFigure('processor time of PostgreSQL per second for one idle process', database.idleMs),
    ],
    costs: { orderMs: lowestMs(orders[1]), database },
  };
}

function costFigure(label: string, value: number): Figure {
  return { part: 'processes', label, value, unit: 'ms' };
}

/** Measures the cost of an order while several buyers fill carts and place orders, each buyer one order at a time. */
async function placeOrders(
  { origin, pid }: ShopProcess,
  postgresPid: number,
  seconds: number,
  key: string,
): Promise<Cost & { databaseMs: number }> {
  const product = await new HttpBuyer().send('GET', origin, '/public/product/show/test-scarf');
  const variant = (product.data.variant_ids as { _id: string }[])[0]?._id ?? '';
  const [shopBefore, databaseBefore] = [processTreeMs(pid), processTreeMs(postgresPid)];
  const until = performance.now() + seconds * 1_000;
  let orderCount = 0;
  async function buy(n: number): Promise<void> {
    for (let round = 0; performance.now() < until; round++) {
      const buyer = new HttpBuyer(`203.0.${n}.${round % 250}`);
      await buyer.addToCart(origin, 'test-scarf', variant, 1);
      const contact = { email: `buyer-${key}-${n}-${round}@example.in`, mobile: '9876543210' };
      const { status, message } = await buyer.order(origin, `${key}-${n}-${round}`, { contact });
      if (status !== 200) throw new Error(`an order was refused: ${status} ${message}`);
      orderCount += 1;
    }
  }
  await Promise.all(Array.from({ length: BUYERS }, (_, n) => buy(n)));
  return {
    perSecond: orderCount / seconds,
    msPerRequest: (processTreeMs(pid) - shopBefore) / orderCount,
    databaseMs: (processTreeMs(postgresPid) - databaseBefore) / orderCount,
  };
}

/** Starts a shop, and waits for its other workers, which start when the first worker is ready. */
async function startWorkers(dataDir: string, workers: number, env: Record<string, string> = {}): Promise<ShopProcess> {
  const shop = await startWithNpmFlags({ dataDir, env: { ...env, WORKERS: String(workers) } });
  if (workers > 1) await wait(6_000);
  return shop;
}
