import { sql } from 'kysely';
import { activeSlugs } from '#lib/catalog/feeds/active-products.server.ts';
import type { FeedShop } from '#lib/catalog/feeds/chunks.ts';
import { escapeMarkup, XML_DECLARATION } from '#lib/platform/html/markup.ts';

/**
 * The maximum number of URLs in a file, according to sitemaps.org. Each file covers a range with this number of product
 * ids.
 */
const URLS_PER_FILE = 50_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export async function sitemapIndex({ db, settings: { siteUrl } }: FeedShop): Promise<string> {
  const { rows } = await PRODUCT_FILES_QUERY.execute(db.read);
  const productEntries = rows.map(({ number, changed_at }) => {
    const lastmod = isoTime(Number(changed_at));
    return `<sitemap><loc>${siteUrl}/sitemap-products-${number}.xml</loc><lastmod>${lastmod}</lastmod></sitemap>`;
  });
  const pagesEntry = `<sitemap><loc>${siteUrl}/sitemap-pages.xml</loc></sitemap>`;
  return `${XML_DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${[pagesEntry, ...productEntries].join('\n')}\n</sitemapindex>\n`;
}

/**
 * Returns a string that changes whenever the output of `productSitemap` changes, or undefined if the sitemap has no
 * products. The count or the sum of `updated_at` changes with every added, removed or changed product. The sum is a
 * text, because it may not be a safe integer.
 */
export async function productSitemapState({ db }: FeedShop, number: number): Promise<string | undefined> {
  const { rows } = await sql<{ product_count: number | string; updated_sum: string }>`
    select count(*) as product_count, cast(sum(updated_at) as text) as updated_sum
    from product where ${IS_ACTIVE} and ${FILE_NUMBER} = ${number}`.execute(db.read);
  const [row] = rows;
  return row && Number(row.product_count) > 0 ? `${row.product_count} ${row.updated_sum}` : undefined;
}

/** Yields the sitemap of the active products in the id range of one file. */
export async function* productSitemap({ db, settings }: FeedShop, number: number): AsyncGenerator<string> {
  yield `${XML_DECLARATION}<urlset xmlns="${NAMESPACE}">\n`;
  const from = number * URLS_PER_FILE;
  for await (const { slug, updated_at } of activeSlugs(db, from, from + URLS_PER_FILE)) {
    const loc = escapeMarkup(`${settings.siteUrl}/products/${slug}`);
    yield `<url><loc>${loc}</loc><lastmod>${isoTime(updated_at)}</lastmod></url>\n`;
  }
  yield '</urlset>\n';
}

// `FILE_NUMBER` and `IS_ACTIVE` must match the expressions of the index `product_sitemap`, to avoid a full table scan.
const FILE_NUMBER = sql`(id / ${sql.lit(URLS_PER_FILE)})`;
const IS_ACTIVE = sql`status = ${sql.lit('active')}`;

/**
 * The query for the files, each with its number and the time of its last change. It is a loose index scan, which needs
 * one or two index lookups per file, independent of the number of products.
 */
export const PRODUCT_FILES_QUERY = sql<{ number: number | string; changed_at: number | string }>`
  with recursive file (number) as (
    select min(${FILE_NUMBER}) from product where ${IS_ACTIVE}
    union all
    select (select min(${FILE_NUMBER}) from product where ${IS_ACTIVE} and ${FILE_NUMBER} > file.number) from file where number is not null
  )
  select number, (select max(updated_at) from product where ${IS_ACTIVE} and ${FILE_NUMBER} = file.number) as changed_at
  from file where number is not null order by number`;

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
