import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { startWithNpmFlags } from '#support/shop-process.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/ensure-chromium.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, median } from './figures.ts';
import { fillCart, pathWithVariant } from './measure-touch.ts';
import { budgetPages } from './pages.ts';
import { PHONE } from './phone.ts';
import { prepareData } from './prepared-data.ts';
import { quietRounds } from './quiet-rounds.ts';
import { middleOf, touchAt } from './touch-input.ts';
import { shownMs, touchResponseMs, watchTouches } from './touch-response.ts';
import { TOUCHED_PRODUCT, TOUCHES } from './touches.ts';

/** Lighthouse's "Slow 4G" (150 ms and 1.6 Mbit/s), including protocol overhead. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const WEIGHT_BUDGET_KB: Record<string, number> = { listing: 150, product: 120 };
const LCP_BUDGET_MS: Record<string, number> = { home: 1_400, listing: 1_400, 'filters open': 1_400, product: 1_450 };
const TBT_BUDGET_MS = 50;
const TOUCH_BUDGET_MS = 100;
const TAP_RESULT_BUDGET_MS = 500;
const SETTLE_MS = 1_000;
const LONG_TASK_MS = 50;

/** Times in milliseconds. `cls` has no unit. */
interface Vitals {
  lcp: number;
  fcp: number;
  tbt: number;
  cls: number;
}

/**
 * Measures a phone's first visit: page weight, requests, paint times with a slow network and CPU, and the response time
 * of a touch.
 */
export async function measureBrowser({ rounds }: BenchOptions): Promise<Figure[]> {
  const shop = await startWithNpmFlags({ dataDir: await prepareData('demo') });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const figures: Figure[] = [];
  const add = (label: string, value: number, unit: Figure['unit'], extra: Partial<Figure> = {}) =>
    figures.push({ part: 'browser', label, value, unit, ...extra });
  for (const page of (await budgetPages(shop.origin)).slice(0, 4)) {
    const url = shop.origin + page.path;
    // During the first visit, pictures that have not been resized yet are placeholders.
    await measureWeight(browser, url);
    const { bytes, requests, pictureBytes } = await measureWeight(browser, url);
    const note = `${(pictureBytes / 1000).toFixed(1)} kB of pictures`;
    add(`${page.name}, all bytes until settled`, bytes / 1000, 'kB', { budget: WEIGHT_BUDGET_KB[page.name], note });
    add(`${page.name}, requests`, requests, '');
    const visits = await quietRounds.run(rounds, () => visitSlowly(browser, url));
    const fcp = median(visits.map((visit) => visit.fcp));
    const slowLabel = `${page.name}, slow 4G and a CPU 4 × slower`;
    add(`${slowLabel}, LCP`, median(visits.map(({ lcp }) => lcp)), 'ms', {
      budget: LCP_BUDGET_MS[page.name],
      note: `FCP ${fcp.toFixed(0)} ms`,
    });
    add(`${slowLabel}, TBT`, median(visits.map(({ tbt }) => tbt)), 'ms', { budget: TBT_BUDGET_MS });
    add(`${slowLabel}, CLS`, Math.round(Math.max(...visits.map(({ cls }) => cls)) * 100) / 100, '', { budget: 0 });
  }
  for (const { name, path, controlSelector } of TOUCHES) {
    const times = await quietRounds.run(rounds, () => timeTouch(browser, shop.origin + path, controlSelector));
    add(`touching ${name} with a CPU 6 × slower, first visible response`, median(times), 'ms', {
      budget: TOUCH_BUDGET_MS,
    });
  }
  for (const { label, path, selector, resultSelector, hasItemInCart } of TAP_SCENARIOS) {
    const url = shop.origin + (await pathWithVariant(shop.origin, path));
    const times = await quietRounds.run(rounds, () => timeTouch(browser, url, selector, resultSelector, hasItemInCart));
    add(`${label} with a CPU 6 × slower`, median(times), 'ms', { budget: TAP_RESULT_BUDGET_MS });
  }
  await browser.close();
  await shop.stop();
  return figures;
}

/** Controls to touch, with the selectors for the elements that become visible. */
const TAP_SCENARIOS: {
  label: string;
  path: string;
  selector: string;
  resultSelector: string;
  hasItemInCart: boolean;
}[] = [
  {
    label: 'from "Add to cart" to the badge with the count',
    path: TOUCHED_PRODUCT,
    selector: '[data-add-to-cart] [type=submit]',
    resultSelector: '[data-cart-count]',
    hasItemInCart: false,
  },
  {
    label: 'from touching the cart to a usable line',
    path: '/',
    selector: '[data-cart]',
    resultSelector: 'dialog[open] .cart-drawer-line button',
    hasItemInCart: true,
  },
];

async function measureWeight(browser: Browser, url: string) {
  const { page, cdp, close } = await openPhone(browser);
  const types = new Map<string, string>();
  let bytes = 0;
  let pictureBytes = 0;
  cdp.on('Network.requestWillBeSent', ({ requestId, type }) => types.set(requestId, type ?? ''));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (types.get(requestId) === 'Image') pictureBytes += encodedDataLength;
  });
  await openAndSettle(page, url);
  await close();
  return { bytes, pictureBytes, requests: types.size };
}

async function visitSlowly(browser: Browser, url: string): Promise<Vitals> {
  const { page, cdp, close } = await openPhone(browser);
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(watchVitals);
  await openAndSettle(page, url);
  const vitals = await page.evaluate((longTask) => {
    const recordedVitals = (window as unknown as { vitals: Omit<Vitals, 'tbt'> & { tasks: [number, number][] } })
      .vitals;
    const afterFcp = recordedVitals.tasks.filter(([start, duration]) => start + duration > recordedVitals.fcp);
    const tbt = afterFcp.reduce((sum, [, duration]) => sum + Math.max(0, duration - longTask), 0);
    return { lcp: recordedVitals.lcp, fcp: recordedVitals.fcp, cls: recordedVitals.cls, tbt };
  }, LONG_TASK_MS);
  await close();
  return vitals;
}

/** Runs in the page, before the page's scripts: records its web vitals and long tasks. */
function watchVitals(): void {
  const vitals = { lcp: 0, fcp: 0, cls: 0, tasks: [] as [number, number][] };
  Object.assign(window, { vitals });
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => {
    vitals.lcp = entry.startTime;
  });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') vitals.fcp = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    vitals.cls += (entry as PerformanceEntry & { value: number }).value;
  });
  watch('longtask', (entry) => vitals.tasks.push([entry.startTime, entry.duration]));
}

async function timeTouch(
  browser: Browser,
  url: string,
  selector: string,
  resultSelector?: string,
  hasItemInCart = false,
): Promise<number> {
  const { page, cdp, close } = await openPhone(browser);
  await page.addInitScript(watchTouches);
  if (hasItemInCart) await fillCart(page.context(), new URL(url).origin);
  await openAndSettle(page, url);
  // The first wait makes Playwright inject its code, which must not be part of the measurement.
  await page.waitForFunction(() => true);
  const middle = await middleOf(page, selector);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await touchAt(cdp, middle);
  const durationMs = await (resultSelector === undefined ? touchResponseMs(page) : shownMs(page, resultSelector));
  await close();
  return durationMs;
}

async function openAndSettle(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLE_MS);
}

async function openPhone(browser: Browser): Promise<{ page: Page; cdp: CDPSession; close(): Promise<void> }> {
  const context = await browser.newContext({ ...PHONE, locale: 'en-IN' });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  return { page, cdp, close: () => context.close() };
}
