import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { startWithNpmFlags } from '#support/shop-process.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/ensure-chromium.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, median } from './figures.ts';
import { PHONE } from './phone.ts';
import { prepareData } from './prepared-data.ts';
import { quietRounds } from './quiet-rounds.ts';
import { costUntilResponse, costUntilShown, markResponses, type TouchCost, traceTouch } from './touch-trace.ts';
import { TOUCHED_PRODUCT, TOUCHES, type Touch } from './touches.ts';

/** How many times slower a phone's CPU is assumed to be than this machine's. */
const CPU_SLOWDOWN = 6;
const RESPONSE_BUDGET_MS = 100;
const SHOWN_BUDGET_MS = 500;
const SETTLE_MS = 1_000;

/**
 * Measures the CPU time of the first touch on the page's main thread. CPU time hardly depends on other load on the
 * machine. The figures include the number of requests, but not the network time.
 */
export async function measureTouch({ rounds }: BenchOptions): Promise<Figure[]> {
  const shop = await startWithNpmFlags({ dataDir: await prepareData('demo') });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const figures: Figure[] = [];
  for (const touch of TOUCHES) {
    // During the first visit, pictures that have not been resized yet are placeholders.
    await measureCosts(browser, shop.origin, touch);
    const visits = await quietRounds.run(rounds, () => measureCosts(browser, shop.origin, touch));
    const responses = visits.map(({ response }) => response);
    const results = visits.map(({ shown }) => shown);
    figures.push(figure(`${touch.name}, first visible response`, responses, RESPONSE_BUDGET_MS));
    figures.push(figure(`${touch.name}, complete result`, results, SHOWN_BUDGET_MS));
  }
  await browser.close();
  await shop.stop();
  return figures;
}

function figure(label: string, costs: TouchCost[], budget: number): Figure {
  const medianOf = (value: (cost: TouchCost) => number) => median(costs.map(value));
  const note = [
    `${medianOf(({ tasks }) => tasks)} tasks`,
    `${medianOf(({ restyledElements }) => restyledElements)} elements styled`,
    `${medianOf(({ laidOutBoxes }) => laidOutBoxes)} laid out`,
    `${medianOf(({ requests }) => requests.length)} requests`,
  ].join(', ');
  const value = medianOf(({ cpuMs }) => cpuMs) * CPU_SLOWDOWN;
  return {
    part: 'touch',
    label: `${label}, main thread with a CPU ${CPU_SLOWDOWN} × slower`,
    value,
    unit: 'ms',
    budget,
    note,
  };
}

async function measureCosts(browser: Browser, origin: string, touch: Touch) {
  const context = await browser.newContext({ ...PHONE, locale: 'en-IN' });
  try {
    if (touch.hasItemInCart) await fillCart(context, origin);
    const page = await context.newPage();
    await page.addInitScript(markResponses, touch.resultSelector);
    await page.goto(origin + (await pathWithVariant(origin, touch.path)), {
      waitUntil: 'networkidle',
      timeout: 120_000,
    });
    await page.waitForTimeout(SETTLE_MS);
    const events = await traceTouch(browser, page, touch.controlSelector);
    return { response: costUntilResponse(events), shown: costUntilShown(events) };
  } finally {
    await context.close();
  }
}

/** Puts a variant of `TOUCHED_PRODUCT` into the cart. */
export async function fillCart(context: BrowserContext, origin: string): Promise<void> {
  const data = { product: TOUCHED_PRODUCT.split('/').pop(), variant: await variantInStock(origin) };
  await context.request.post(`${origin}/public/cart/create`, { data, headers: { origin } });
}

/** Returns the path. For `TOUCHED_PRODUCT`, appends a variant in stock, which can be added to the cart. */
export async function pathWithVariant(origin: string, path: string): Promise<string> {
  return path === TOUCHED_PRODUCT ? `${path}/${await variantInStock(origin)}` : path;
}

async function variantInStock(origin: string): Promise<string | undefined> {
  const response = await fetch(`${origin}/public/product/show/${TOUCHED_PRODUCT.split('/').pop()}`);
  const { data } = (await response.json()) as { data: { variant_ids: { _id: string; quantity: number }[] } };
  return data.variant_ids.find(({ quantity }) => quantity > 0)?._id;
}
