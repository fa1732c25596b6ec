import { sql } from 'kysely';
import { activeSlugs } from '#lib/feeds/product-walk.server.ts';
import { escapeMarkup, XML_HEAD } from '#lib/platform/html/markup.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Limit of sitemaps.org. Ids are in order, so a file holds a range of them. */
const ADDRESSES_A_FILE = 50_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

type SitemapParts = { db: Shop['db']; settings: Pick<Shop['settings'], 'siteUrl'> };
type Parts = SitemapParts & Pick<Shop, 'cache'>;

interface SitemapFile {
  number: number;
  changedAt: number;
}

export async function sitemapIndex(shop: Parts): Promise<string> {
  const { siteUrl } = shop.settings;
  const files = (await productFiles(shop)).map(
    ({ number, changedAt }) =>
      `<sitemap><loc>${siteUrl}/sitemap-products-${number}.xml</loc><lastmod>${moment(changedAt)}</lastmod></sitemap>`,
  );
  const pages = `<sitemap><loc>${siteUrl}/sitemap-pages.xml</loc></sitemap>`;
  return `${XML_HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${[pages, ...files].join('\n')}\n</sitemapindex>\n`;
}

export async function isProductSitemap(shop: Parts, number: number): Promise<boolean> {
  return (await productFiles(shop)).some((file) => file.number === number);
}

export async function* productSitemap({ db, settings }: SitemapParts, number: number): AsyncGenerator<string> {
  yield `${XML_HEAD}<urlset xmlns="${NAMESPACE}">\n`;
  const from = number * ADDRESSES_A_FILE;
  for await (const { slug, updated_at } of activeSlugs(db, from, from + ADDRESSES_A_FILE)) {
    const loc = escapeMarkup(`${settings.siteUrl}/products/${slug}`);
    yield `<url><loc>${loc}</loc><lastmod>${moment(updated_at)}</lastmod></url>\n`;
  }
  yield '</urlset>\n';
}

function productFiles({ db, cache }: Parts): Promise<SitemapFile[]> {
  return cache.remember('sitemap-files', ['list'], async () => {
    const number = sql<number>`id / ${sql.lit(ADDRESSES_A_FILE)}`;
    const rows = await db.read
      .selectFrom('product')
      .select((eb) => [number.as('number'), eb.fn.max('updated_at').as('changedAt')])
      .where('status', '=', 'active')
      .groupBy(number)
      .orderBy(number)
      .execute();
    return rows.map((row) => ({ number: Number(row.number), changedAt: Number(row.changedAt) }));
  });
}

function moment(at: number): string {
  return new Date(at).toISOString();
}
