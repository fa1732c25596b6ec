import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { formatPaise } from '#lib/shop/money/money.ts';
import { importWithCli, recordOf } from '#support/owner-import.ts';
import { startWithNpmFlags } from '#support/shop-process.ts';
import type { Figure } from './figures.ts';
import { prepareData } from './prepared-data.ts';

const BUDGET_S = 2;
/** A rise in rupees to a price that no other product has. */
const UNUSUAL_RISE = 100_003;
const POLL_MS = 25;
const ARTICLE = '/blogs/how-khadi-is-spun';

/** Starts the demo shop, and measures how long it takes to show a new price. */
export async function measurePriceEdit(): Promise<Figure> {
  const dataDir = await prepareData('demo');
  const shop = await startWithNpmFlags({ dataDir });
  const db = await openDatabase({ dataDir });
  try {
    return await measureEdit(shop.origin, dataDir, db);
  } finally {
    await db.close();
    await shop.stop();
  }
}

/** Measures the time from the import of a new price until all pages and feeds show it. */
async function measureEdit(origin: string, dataDir: string, db: ShopDatabase): Promise<Figure> {
  const read = async (path: string) => (await fetch(origin + path)).text();
  const slug = /data-article-product="([^"]+)"/.exec(await read(ARTICLE))?.[1] ?? '';
  const record = await recordOf(db, slug);
  const price = (record.variants[0]?.price ?? 0) + UNUSUAL_RISE;
  const priceText = formatPaise(price * 100);
  const lastModified = async () =>
    new RegExp(`/products/${slug}</loc><lastmod>([^<]*)<`).exec(await read('/sitemap-products-0.xml'))?.[1] ?? '';
  const before = await lastModified();
  const places: Record<string, () => Promise<boolean>> = {
    page: async () => (await read(`/products/${slug}`)).includes(`₹${priceText}`),
    article: async () => (await read(ARTICLE)).includes(priceText),
    'JSON-LD': async () => (await read(`/products/${slug}`)).includes(`"price":"${price}.00"`),
    sitemap: async () => (await lastModified()) !== before,
    feed: async () => (await read('/feeds/google.xml')).includes(`<g:price>${price}.00 INR`),
  };
  for (const [name, isShown] of Object.entries(places))
    if (await isShown()) throw new Error(`${name} shows the new price before the import`);
  const shownAt = Promise.all(
    Object.entries(places).map(async ([name, isShown]) => {
      while (!(await isShown())) await wait(POLL_MS);
      return { name, at: Date.now() };
    }),
  );
  const variants = record.variants.map(({ sale_price: _, ...variant }) => ({ ...variant, price }));
  const [times] = await Promise.all([shownAt, importWithCli(dataDir, { ...record, variants })]);
  const writtenAt = Date.parse(await lastModified());
  await importWithCli(dataDir, record);
  return {
    part: 'discovery',
    label: 'until a price edit is shown everywhere',
    value: Math.max(...times.map(({ at }) => at - writtenAt)) / 1000,
    unit: 's',
    budget: BUDGET_S,
    note: times.map(({ name, at }) => `${name} ${((at - writtenAt) / 1000).toFixed(2)}`).join(', '),
  };
}
