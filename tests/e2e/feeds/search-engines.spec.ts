import { expect, test } from '@playwright/test';
import { effectivePaise, isOutOfStock } from '#lib/catalog/products/catalog.ts';
import { productsByIds } from '#lib/catalog/products/product-detail.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { longDate } from '#lib/primitives/calendar-day.ts';
import { plural } from '#lib/primitives/plural.ts';
import { formatPaise } from '#lib/shop/money/money.ts';
import { E2E_ORIGIN } from '#support/e2e-origin.ts';
import { importWithCli, recordOf } from '#support/owner-import.ts';
import { type Thing, thingsOf } from '#support/structured-data.ts';

const dataDir = process.env.E2E_DATA ?? '';

interface OfferedVariant {
  sku?: string;
  name: string;
  offers: { url: string; price: string; availability: string; priceCurrency: string };
}

let db: ShopDatabase;
// The tests run one after the other, because one test changes a price.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  db = await openDatabase({ dataDir });
});
test.afterAll(() => db.close());

test('JSON-LD of every active product matches its page and the database', async () => {
  test.setTimeout(90_000);
  const ids = await db.read.selectFrom('product').select('id').where('status', '=', 'active').execute();
  const products = await productsByIds(
    db,
    ids.map(({ id }) => id),
  );
  expect(products.length).toBeGreaterThan(100);
  for (const product of products) {
    const html = await fetchPage(`/products/${product.slug}`);
    const data = thingsOf(html);
    const [thing] = data;
    const crumbs = data.find((item) => item['@type'] === 'BreadcrumbList');
    const pageText = visibleText(html);
    const offers = (thing?.hasVariant ?? [thing]) as OfferedVariant[];
    expect(offers.length, product.slug).toBe(product.variants.length);
    for (const [index, variant] of product.variants.entries()) {
      const offer = offers[index]?.offers;
      expect(offer?.price).toBe((effectivePaise(variant) / 100).toFixed(2));
      const stock = isOutOfStock(variant) ? 'OutOfStock' : variant.quantity > 0 ? 'InStock' : 'PreOrder';
      expect(offer?.availability).toBe(`https://schema.org/${stock}`);
    }
    // The page shows the price and stock of the chosen variant, which is among the offers.
    const chosenOffer = offers.find(({ offers: { url } }) => url.endsWith(`/${chosenVariantId(html)}`)) ?? offers[0];
    expect(pageText).toContain(`₹${formatPaise(Number(chosenOffer?.offers.price) * 100)}`);
    const label = chosenOffer?.offers.availability.endsWith('OutOfStock') ? 'Out of Stock' : /In Stock|Pre-order/i;
    expect(pageText).toMatch(label);
    const rating = thing?.aggregateRating as { ratingValue: string; reviewCount: number } | undefined;
    expect(rating?.reviewCount ?? 0).toBe(product.ratingCount);
    if (rating)
      expect(pageText).toContain(
        `Rated ${rating.ratingValue} out of 5 (${rating.reviewCount} ${plural(rating.reviewCount, 'rating')})`,
      );
    expect(pageText).toContain(String(thing?.name));
    expect(crumbNames(crumbs)).toEqual(visibleCrumbs(html));
    expect(crumbNames(crumbs)).toEqual(['Home', ...product.breadcrumb.map(({ name }) => name), product.name]);
  }
});

test('the page of each variant of a product shows the price and stock of its offer', async () => {
  const [group] = thingsOf(await fetchPage('/products/bagru-marigold-anarkali'));
  const variants = (group?.hasVariant ?? []) as OfferedVariant[];
  expect(variants.length).toBeGreaterThan(1);
  for (const { offers } of variants) {
    const pageText = visibleText(await fetchPage(new URL(offers.url).pathname));
    expect(pageText).toContain(`₹${formatPaise(Number(offers.price) * 100)}`);
    expect(pageText).toContain(offers.availability.endsWith('/InStock') ? 'In Stock' : 'Out of Stock');
  }
});

test('the JSON-LD breadcrumbs of a listing match the visible breadcrumbs', async () => {
  const html = await fetchPage('/products?category=women-kurtas');
  const crumbs = thingsOf(html).find((thing) => thing['@type'] === 'BreadcrumbList');
  expect(crumbNames(crumbs)).toEqual(visibleCrumbs(html));
  expect(crumbNames(crumbs)).toEqual(['Home', 'All products', 'Women', 'Kurtas']);
});

test('articles, questions, the shop and its search have structured data that matches the pages', async () => {
  const article = await fetchPage('/blogs/how-khadi-is-spun');
  const [post] = thingsOf(article);
  const [publicationDay = ''] = String(post?.datePublished).split('T');
  expect(article).toContain(`<time datetime="${publicationDay}"`);
  expect(visibleText(article)).toContain(String(post?.headline));
  expect(visibleText(article)).toContain(longDate(new Date(publicationDay)));
  const image = new URL(String(post?.image));
  const picture = await fetch(E2E_ORIGIN + image.pathname);
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  expect(article).toContain(`<meta property="og:image" content="${image}"`);

  const faq = await fetchPage('/faq');
  const [questions] = thingsOf(faq);
  const pageText = visibleText(faq);
  const questionItems = questions?.mainEntity as { name: string; acceptedAnswer: { text: string } }[];
  expect(questionItems.length).toBeGreaterThan(20);
  for (const { name, acceptedAnswer } of questionItems) {
    expect(pageText).toContain(name);
    expect(pageText).toContain(visibleText(acceptedAnswer.text).trim());
  }

  const [organization, site] = thingsOf(await fetchPage('/'));
  expect(organization).toMatchObject({ '@type': 'Organization', name: 'Taana' });
  const action = site?.potentialAction as { target: { urlTemplate: string } };
  const search = new URL(action.target.urlTemplate.replace('{search_term_string}', 'khadi'));
  expect(await fetchPage(search.pathname + search.search)).toContain('Results for “khadi”');
});

test('shows an imported price on pages, in JSON-LD and in the feed, and a new date in the sitemap', async () => {
  test.setTimeout(90_000);
  const article = await fetchPage('/blogs/how-khadi-is-spun');
  const slug = /data-article-product="([^"]+)"/.exec(article)?.[1] ?? '';
  const record = await recordOf(db, slug);
  const price = (record.variants[0]?.price ?? 0) + 1_000;
  const salePrice = price - 13;
  const repricedRecord = {
    ...record,
    variants: record.variants.map((variant) => ({ ...variant, price, sale_price: salePrice })),
  };
  const oldDate = await lastModified(slug);
  const text = formatPaise(salePrice * 100);
  const priceChecks: Record<string, () => Promise<boolean>> = {
    page: async () => visibleText(await fetchPage(`/products/${slug}`)).includes(text),
    article: async () => visibleText(await fetchPage('/blogs/how-khadi-is-spun')).includes(text),
    'JSON-LD': async () => JSON.stringify(thingsOf(await fetchPage(`/products/${slug}`))).includes(`"${salePrice}.00"`),
    sitemap: async () => (await lastModified(slug)) !== oldDate,
    feed: async () => (await fetchPage('/feeds/google.xml')).includes(`<g:sale_price>${salePrice}.00 INR`),
  };
  for (const isShown of Object.values(priceChecks)) expect(await isShown()).toBe(false);
  try {
    await importWithCli(dataDir, repricedRecord);
    const importedAt = Date.now();
    await Promise.all(
      Object.entries(priceChecks).map(async ([where, isShown]) => {
        await expect.poll(isShown, { message: where, timeout: 20_000, intervals: [100] }).toBe(true);
        test.info().annotations.push({ type: 'shown after', description: `${where}: ${Date.now() - importedAt} ms` });
      }),
    );
    expect(await fetchPage('/sitemap-index.xml')).toContain((await lastModified(slug)) ?? 'none');
  } finally {
    await importWithCli(dataDir, record);
  }
});

test('serves robots.txt, sitemaps of canonical addresses, llms.txt, icons and a preview image', async () => {
  expect(await fetchPage('/robots.txt')).toMatch(/^Sitemap: http.*\/sitemap-index\.xml$/m);
  const index = await fetchPage('/sitemap-index.xml');
  for (const [, file = ''] of index.matchAll(/<loc>([^<]*)<\/loc>/g)) {
    for (const [, address = ''] of (await fetchPage(new URL(file).pathname)).matchAll(/<loc>([^<]*)<\/loc>/g)) {
      const url = new URL(address.replaceAll('&amp;', '&'));
      const html = await fetchPage(url.pathname + url.search);
      // Addresses in a sitemap must not redirect.
      expect(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]).toBe(address);
    }
  }
  expect((await fetchPage('/llms.txt')).startsWith('# Taana')).toBe(true);
  const manifest = JSON.parse(await fetchPage('/manifest.webmanifest')) as { icons: { src: string }[] };
  for (const path of ['/favicon.svg', '/og.png', '/apple-touch-icon.png', ...manifest.icons.map(({ src }) => src)]) {
    expect((await fetch(E2E_ORIGIN + path)).headers.get('content-type')).toMatch(/^image\//);
  }
  expect((await fetch(`${E2E_ORIGIN}/og/${'0'.repeat(24)}.jpg`)).status).toBe(404);
});

async function fetchPage(path: string): Promise<string> {
  const response = await fetch(E2E_ORIGIN + path);
  expect(response.status, path).toBe(200);
  return response.text();
}

function visibleText(html: string): string {
  return decodeEntities(
    html
      .replaceAll(/<(script|style|head)\b[\s\S]*?<\/\1>/g, '')
      .replaceAll('<!-- -->', '')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' '),
  );
}

function decodeEntities(text: string): string {
  const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
  return text
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => namedEntities[name] ?? '');
}

function chosenVariantId(html: string): string | undefined {
  return /<input type="hidden" name="variant" value="(\d+)"/.exec(html)?.[1];
}

function crumbNames(crumbs: Thing | undefined): string[] {
  return ((crumbs?.itemListElement ?? []) as { name: string }[]).map(({ name }) => name);
}

function visibleCrumbs(html: string): string[] {
  const nav = /<nav aria-label="Breadcrumb"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
  return [...nav.matchAll(/<li[\s\S]*?<\/li>/g)].map(([item]) => visibleText(item).trim());
}

async function lastModified(slug: string): Promise<string | undefined> {
  const sitemap = await fetchPage('/sitemap-products-0.xml');
  return new RegExp(`/products/${slug}</loc><lastmod>([^<]*)<`).exec(sitemap)?.[1];
}
