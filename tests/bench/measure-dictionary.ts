import { DictionaryClient, NAVIGATION_HEADERS, sendRequest } from '#support/dictionary-client.ts';
import { startWithNpmFlags } from '#support/shop-process.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, median } from './figures.ts';
import { measurePageRate } from './load.ts';
import { prepareData } from './prepared-data.ts';
import { quietRounds } from './quiet-rounds.ts';
import { waitForWordIndex, waitUntilIdle } from './shop-readiness.ts';

const MIN_RATE_WITH_DICTIONARY = 500;
const MIN_RATE_WITHOUT_DICTIONARY = 350;
const MAX_PAGE_KB = 6.5;
const MAX_LISTING_KB = 3;
const CATEGORY = '/products?category=women';
const LISTING = `${CATEGORY}&maxprice={n}`;
/** Pages that are opened after `previousPath`, by default after the home page. */
const PAGES: Record<string, { path: string; maxKb: number; previousPath?: string }> = {
  listing: { path: CATEGORY, maxKb: MAX_PAGE_KB },
  'filtered listing': {
    path: `${CATEGORY}&sort=lowtohigh&maxprice=2000`,
    maxKb: MAX_LISTING_KB,
    previousPath: CATEGORY,
  },
  product: { path: '/products/gir-lion-tee', maxKb: MAX_PAGE_KB, previousPath: CATEGORY },
  search: { path: '/search?search=kurta', maxKb: MAX_PAGE_KB },
  FAQ: { path: '/faq', maxKb: MAX_PAGE_KB },
  cart: { path: '/cart', maxKb: MAX_PAGE_KB },
  'size guide': { path: '/size-guide', maxKb: MAX_PAGE_KB },
  home: { path: '/', maxKb: MAX_PAGE_KB, previousPath: CATEGORY },
};

/** Measures the size of pages after the first page of a visit, with a dictionary, and uncached listings per second. */
export async function measureDictionary({ rounds, seconds, sizes }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const demo = await startWithNpmFlags({ dataDir: await prepareData('demo') });
  for (const [name, { path, maxKb, previousPath = '/' }] of Object.entries(PAGES)) {
    const client = await DictionaryClient.open(demo.origin, previousPath);
    // The first request renders the page and fills the cache.
    await sendRequest(demo.origin + path);
    const { body } = await client.get(path);
    figures.push({
      part: 'dictionary',
      label: `${name} after the first page`,
      value: body.length / 1000,
      unit: 'kB',
      budget: maxKb,
    });
  }
  await demo.stop();
  for (const size of sizes) figures.push(...(await measureListings(size, { rounds, seconds })));
  return figures;
}

async function measureListings(
  size: number,
  { rounds, seconds }: Pick<BenchOptions, 'rounds' | 'seconds'>,
): Promise<Figure[]> {
  const shop = await startWithNpmFlags({ dataDir: await prepareData(size) });
  await waitForWordIndex(shop);
  await waitUntilIdle(shop);
  const { headers: dictionaryHeaders } = await DictionaryClient.open(shop.origin, CATEGORY);
  const rate = async (headers: Record<string, string>) => {
    const load = {
      origin: shop.origin,
      path: LISTING,
      seconds,
      acceptEncoding: headers['accept-encoding'] ?? '',
      headers: withoutEncoding(headers),
    };
    return median(await quietRounds.run(rounds, () => measurePageRate(load)));
  };
  const figure = (label: string, value: number, budget?: number): Figure => ({
    part: 'dictionary',
    label: `uncached listings per second, compressed, ${label}, ${size} products`,
    value,
    unit: '',
    ...(budget !== undefined && { budget, isMinimum: true }),
  });
  const figures = [
    figure('with dictionary', await rate(dictionaryHeaders), MIN_RATE_WITH_DICTIONARY),
    figure('without dictionary', await rate(NAVIGATION_HEADERS), MIN_RATE_WITHOUT_DICTIONARY),
    figure('first page of a visit', await rate({ 'accept-encoding': 'br' })),
  ];
  await shop.stop();
  return figures;
}

function withoutEncoding({ 'accept-encoding': _, ...headers }: Record<string, string>): Record<string, string> {
  return headers;
}
