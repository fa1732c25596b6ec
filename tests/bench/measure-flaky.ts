import { type Browser, chromium } from '@playwright/test';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { buyingSteps, takeStep } from '#support/buying-steps.ts';
import { startShop } from '#support/shop-process.ts';
import { type Drop, type SlowLink, startSlowLink } from '#support/slow-link.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/ensure-chromium.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, median } from './figures.ts';
import { pathWithVariant } from './measure-touch.ts';
import { PHONE } from './phone.ts';
import { prepareData } from './prepared-data.ts';
import { TOUCHED_PRODUCT } from './touches.ts';

/** A connection with 400 kbit/s and a round trip of 400 ms. */
const SLOW_3G = { roundTripMs: 400, bytesPerSecond: 50_000 };
const CPU_SLOWDOWN = 6;
const DROP_MS = 10_000;
/** The time from the tap to the loss of the connection in ms, long enough for the request to be sent. */
const DROP_AFTER_MS = 300;

/**
 * Measures the time of each step of a purchase on slow 3G with a slow CPU: with a steady connection, and with
 * connections that stall or are reset for ten seconds at each step. Each purchase must place one order.
 */
export async function measureFlaky({ rounds }: BenchOptions): Promise<Figure[]> {
  const dataDir = await prepareData('demo');
  const db = await openDatabase({ dataDir });
  // This stock is enough for all purchases.
  await db.write.updateTable('variant').set({ quantity: 1_000 }).execute();
  const shop = await startShop({ dataDir });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const link = await startSlowLink(shop.port, SLOW_3G);
  try {
    return await measurePurchases(browser, link, {
      db,
      rounds,
      product: await pathWithVariant(shop.origin, TOUCHED_PRODUCT),
    });
  } finally {
    await db.close();
    await link.close();
    await browser.close();
    await shop.stop();
  }
}

interface PurchaseRounds {
  db: ShopDatabase;
  rounds: number;
  product: string;
}

async function measurePurchases(
  browser: Browser,
  link: SlowLink,
  { db, rounds, product }: PurchaseRounds,
): Promise<Figure[]> {
  const ordersBefore = await countOrders(db);
  const figures: Figure[] = [];
  let purchases = 0;
  for (const drop of [undefined, 'stall', 'reset'] as const) {
    const runs: Awaited<ReturnType<typeof purchase>>[] = [];
    for (let round = 0; round < rounds; round++) {
      purchases += 1;
      runs.push(await purchase(browser, link, { drop, product, email: `flaky-${purchases}@example.in` }));
    }
    const connection = drop === undefined ? 'steady' : drop === 'stall' ? 'stalled for 10 s' : 'reset for 10 s';
    for (const [index, { name }] of (runs[0] ?? []).entries()) {
      const medianOf = (value: (run: (typeof runs)[number][number]) => number) =>
        median(runs.map((run) => value(run[index] ?? { name, ms: Number.NaN, taps: Number.NaN })));
      const note = `${medianOf(({ taps }) => taps)} taps`;
      figures.push({
        part: 'flaky',
        label: `${name}, slow 3G, ${connection}`,
        value: medianOf(({ ms }) => ms) / 1_000,
        unit: 's',
        note,
      });
    }
  }
  const orders = (await countOrders(db)) - ordersBefore;
  const difference = Math.abs(orders - purchases);
  figures.push({ part: 'flaky', label: 'missing or extra orders', value: difference, unit: '', budget: 0 });
  return figures;
}

interface Purchase {
  drop: Drop | undefined;
  product: string;
  email: string;
}

async function purchase(browser: Browser, link: SlowLink, { drop, product, email }: Purchase) {
  const context = await browser.newContext({ ...PHONE, locale: 'en-IN' });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(link.origin, { timeout: 120_000 });
  const times: { name: string; ms: number; taps: number }[] = [];
  for (const step of buyingSteps({ product, email })) {
    const dropTimer = drop && setTimeout(() => link.drop(drop, DROP_MS), DROP_AFTER_MS);
    times.push({ name: step.name, ...(await takeStep(page, step, link)) });
    clearTimeout(dropTimer);
    await page.waitForLoadState('load').catch(() => {});
  }
  await context.close();
  return times;
}

async function countOrders({ read }: ShopDatabase): Promise<number> {
  const { n } = await read
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}
