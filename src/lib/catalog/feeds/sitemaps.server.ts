import { sql } from 'kysely';
import { activeSlugs } from '#lib/catalog/feeds/product-walk.server.ts';
import { escapeMarkup, XML_HEAD } from '#lib/platform/html/markup.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Limit of sitemaps.org. Ids are in order, so a file holds a range of them. */
const ADDRESSES_A_FILE = 50_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

type Parts = { db: Shop['db']; settings: Pick<Shop['settings'], 'siteUrl'> };

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

/**
 * Changes with what `productSitemap` lists; `undefined` where it lists nothing. Each change of a product has its time, so
 * their number and sum tell what came, went and changed. The sum is text, as it is larger than a safe integer.
 */
export async function productSitemapState({ db }: Parts, number: number): Promise<string | undefined> {
  const { rows } = await sql<{ products: number | string; changes: string }>`
    select count(*) as products, cast(sum(updated_at) as text) as changes
    from product where ${ON_SALE} and ${FILE} = ${number}`.execute(db.read);
  const [row] = rows;
  return row && Number(row.products) > 0 ? `${row.products} ${row.changes}` : undefined;
}

export async function* productSitemap({ db, settings }: Parts, number: number): AsyncGenerator<string> {
  yield `${XML_HEAD}<urlset xmlns="${NAMESPACE}">\n`;
  const from = number * ADDRESSES_A_FILE;
  for await (const { slug, updated_at } of activeSlugs(db, from, from + ADDRESSES_A_FILE)) {
    const loc = escapeMarkup(`${settings.siteUrl}/products/${slug}`);
    yield `<url><loc>${loc}</loc><lastmod>${moment(updated_at)}</lastmod></url>\n`;
  }
  yield '</urlset>\n';
}

/** As the index `product_sitemap` has them: anything else would be a walk through all products. */
const FILE = sql`(id / ${sql.lit(ADDRESSES_A_FILE)})`;
const ON_SALE = sql`status = ${sql.lit('active')}`;

/** From file to file, each a look or two into the index, however many products there are. */
export const PRODUCT_FILES = sql<{ number: number | string; changed_at: number | string }>`
  with recursive file (number) as (
    select min(${FILE}) from product where ${ON_SALE}
    union all
    select (select min(${FILE}) from product where ${ON_SALE} and ${FILE} > file.number) from file where number is not null
  )
  select number, (select max(updated_at) from product where ${ON_SALE} and ${FILE} = file.number) as changed_at
  from file where number is not null order by number`;

async function productFiles({ db }: Parts): Promise<SitemapFile[]> {
  const { rows } = await PRODUCT_FILES.execute(db.read);
  return rows.map((row) => ({ number: Number(row.number), changedAt: Number(row.changed_at) }));
}

function moment(at: number): string {
  return new Date(at).toISOString();
}
