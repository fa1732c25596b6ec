import { startWithNpmFlags } from '#support/shop-process.ts';
import type { Figure } from './figures.ts';
import { HTML_BUDGET_BYTES, measurePageSizes, SCRIPT_BUDGET_BYTES } from './page-sizes.ts';
import { budgetPages } from './pages.ts';
import { prepareData } from './prepared-data.ts';

/** Measures the bytes that the demo shop's pages load before the first touch. */
export async function measureSizes(): Promise<Figure[]> {
  const shop = await startWithNpmFlags({ dataDir: await prepareData('demo') });
  const figures: Figure[] = [];
  const add = (label: string, value: number, unit: Figure['unit'], budget: number) =>
    figures.push({ part: 'sizes', label, value, unit, budget });
  for (const page of await budgetPages(shop.origin)) {
    const sizes = await measurePageSizes(shop.origin, page);
    add(`${page.name}, HTML in brotli`, sizes.htmlBytes / 1000, 'kB', HTML_BUDGET_BYTES / 1000);
    add(`${page.name}, script before a touch`, sizes.scriptBytes / 1000, 'kB', SCRIPT_BUDGET_BYTES / 1000);
    add(`${page.name}, requests that block rendering`, sizes.blockingTags.length, '', 0);
  }
  await shop.stop();
  return figures;
}
