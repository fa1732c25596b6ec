import { type Browser, chromium, type Page } from '@playwright/test';
import { startWithNpmFlags } from '#support/shop-process.ts';
import { startSlowLink } from '#support/slow-link.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/ensure-chromium.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, median } from './figures.ts';
import { budgetPages } from './pages.ts';
import { PHONE } from './phone.ts';
import { prepareData } from './prepared-data.ts';
import { quietRounds } from './quiet-rounds.ts';

/** 1.6 Mbit/s and 150 ms at the TCP level, because Chromium's throttling does not affect the service worker. */
const SLOW_4G = { roundTripMs: 150, bytesPerSecond: 200_000 };
const CPU_SLOWDOWN = 4;
const LCP_BUDGET_MS = 600;

/** Measures the LCP of a page that a phone has visited before, on slow 4G. */
export async function measureRepeat({ rounds }: BenchOptions): Promise<Figure[]> {
  const shop = await startWithNpmFlags({ dataDir: await prepareData('demo') });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const link = await startSlowLink(shop.port, SLOW_4G);
  const figures: Figure[] = [];
  try {
    for (const { name, path } of (await budgetPages(shop.origin)).slice(0, 4)) {
      const visits = await quietRounds.run(rounds, () => visitTwice(browser, link.origin, path));
      const note = `${median(visits.map(({ firstMs }) => firstMs)).toFixed(0)} ms at the first visit`;
      const value = median(visits.map(({ repeatMs }) => repeatMs));
      const label = `${name}, LCP of a repeat visit, slow 4G and a CPU 4 × slower`;
      figures.push({ part: 'repeat', label, value, unit: 'ms', budget: LCP_BUDGET_MS, note });
    }
  } finally {
    await link.close();
    await browser.close();
    await shop.stop();
  }
  return figures;
}

async function visitTwice(
  browser: Browser,
  origin: string,
  path: string,
): Promise<{ firstMs: number; repeatMs: number }> {
  const context = await browser.newContext({ ...PHONE, locale: 'en-IN' });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const firstMs = await measureLcp(page, origin + path);
  // The worker is registered once the page is idle, and stores the next page that it handles.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await measureLcp(page, origin + path);
  const repeatMs = await measureLcp(page, origin + path);
  await context.close();
  return { firstMs, repeatMs };
}

async function measureLcp(page: Page, url: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(url, { waitUntil: 'networkidle' });
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN));
        observer.observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}
