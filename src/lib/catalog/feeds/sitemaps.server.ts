import { sql } from 'kysely';
import { activeSlugs } from '#lib/catalog/feeds/active-products.server.ts';
import { escapeMarkup, XML_DECLARATION } from '#lib/platform/html/markup.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * The maximum number of URLs in a file, according to sitemaps.org. Each file covers a range with this number of product
 * ids.
 */
const URLS_PER_FILE = 50_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

type FeedShop = { db: Shop['db']; settings: Pick<Shop['settings'], 'siteUrl'> };

interface SitemapFile {
  number: number;
  changedAt: number;
}

export async function sitemapIndex(shop: FeedShop): Promise<string> {
  const { siteUrl } = shop.settings;
  const files = (await productFiles(shop)).map(
    ({ number, changedAt }) =>
      `<sitemap><loc>${siteUrl}/sitemap-products-${number}.xml</loc><lastmod>${isoTime(changedAt)}</lastmod></sitemap>`,
  );
  const pages = `<sitemap><loc>${siteUrl}/sitemap-pages.xml</loc></sitemap>`;
  return `${XML_DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${[pages, ...files].join('\n')}\n</sitemapindex>\n`;
}

/**
 * Returns a string that changes whenever the output of `productSitemap` changes, or undefined if the sitemap has no
 * products. The count or the sum of `updated_at` changes with every added, removed or changed product. The sum is a
 * text, because it exceeds a safe integer.
 */
export async function productSitemapState({ db }: FeedShop, number: number): Promise<string | undefined> {
  const { rows } = await sql<{ products: number | string; changes: string }>`
    select count(*) as products, cast(sum(updated_at) as text) as changes
    from product where ${IS_ACTIVE} and ${FILE} = ${number}`.execute(db.read);
  const [row] = rows;
  return row && Number(row.products) > 0 ? `${row.products} ${row.changes}` : undefined;
}

export async function* productSitemap({ db, settings }: FeedShop, number: number): AsyncGenerator<string> {
  yield `${XML_DECLARATION}<urlset xmlns="${NAMESPACE}">\n`;
  const from = number * URLS_PER_FILE;
  for await (const { slug, updated_at } of activeSlugs(db, from, from + URLS_PER_FILE)) {
    const loc = escapeMarkup(`${settings.siteUrl}/products/${slug}`);
    yield `<url><loc>${loc}</loc><lastmod>${isoTime(updated_at)}</lastmod></url>\n`;
  }
  yield '</urlset>\n';
}

// `FILE` and `IS_ACTIVE` must match the expressions of the index `product_sitemap`, to avoid a full table scan.
const FILE = sql`(id / ${sql.lit(URLS_PER_FILE)})`;
const IS_ACTIVE = sql`status = ${sql.lit('active')}`;

/**
 * Reads the number and the last change of each file. This is a loose index scan: it needs one or two index lookups per
 * file, independent of the number of products.
 */
export const PRODUCT_FILES = sql<{ number: number | string; changed_at: number | string }>`
  with recursive file (number) as (
    select min(${FILE}) from product where ${IS_ACTIVE}
    union all
    select (select min(${FILE}) from product where ${IS_ACTIVE} and ${FILE} > file.number) from file where number is not null
  )
  select number, (select max(updated_at) from product where ${IS_ACTIVE} and ${FILE} = file.number) as changed_at
  from file where number is not null order by number`;

async function productFiles({ db }: FeedShop): Promise<SitemapFile[]> {
  const { rows } = await PRODUCT_FILES.execute(db.read);
  return rows.map((row) => ({ number: Number(row.number), changedAt: Number(row.changed_at) }));
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
