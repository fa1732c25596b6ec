import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { ChunkRequest, ChunkSource } from '#lib/catalog/feeds/chunks.ts';
import { feedAndSitemapHandler } from '#lib/catalog/feeds/feed-and-sitemap-handler.server.ts';
import { localChunkSource } from '#lib/catalog/feeds/make-chunks.server.ts';
import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { deductStock, refreshStock } from '#lib/catalog/inventory/stock.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { TaggedCache } from '#lib/platform/tagged-cache.ts';
import { onBothEngines } from '#support/database.ts';
import { DEMO_TAXONOMY } from '#support/demo-catalogue.ts';

const UNSAFE_NAME = 'Blue & <b>"Kurta"</b> ]]> \u0007';
const GOODS: CatalogueRecord[] = [
  {
    type: 'product',
    slug: 'kurta',
    name: UNSAFE_NAME,
    brand: 'beej',
    categories: ['women-kurtas'],
    sell_unit: 'piece',
    options: ['color', 'size'],
    variants: [
      {
        sku: 'K-S',
        values: { color: 'Red', size: 'S' },
        price: 1999,
        sale_price: 1499.5,
        quantity: 3,
        barcode: '8901030865275',
        weight_g: 320,
      },
      { sku: 'K-M', values: { color: 'Red', size: 'M' }, price: 1999, quantity: 0 },
      { sku: 'K-L', values: { color: 'Red', size: 'L' }, price: 1999, quantity: 0, pre_order: '2027-01-05' },
    ],
  },
  {
    type: 'product',
    slug: 'draft',
    name: 'Draft',
    categories: [],
    sell_unit: 'piece',
    status: 'draft',
    variants: [{ price: 1, quantity: 1 }],
  },
  {
    type: 'product',
    slug: 'khadi',
    name: 'Khadi',
    categories: [],
    sell_unit: 'metre',
    variants: [{ price: 400, quantity: 12.5 }],
  },
];

async function serveFeeds(open: () => Promise<ShopDatabase>, hold?: Promise<void>) {
  const db = await open();
  await saveCatalogueBatch(db, [...DEMO_TAXONOMY, ...GOODS]);
  const cache = new TaggedCache();
  const partialShop: Partial<Shop> = { db, cache, settings: readSettings({}), log: pino({ level: 'silent' }) };
  const startedRequests: ChunkRequest[] = [];
  const source: ChunkSource = async function* (request) {
    startedRequests.push(request);
    await hold;
    yield* localChunkSource(partialShop as Shop)(request);
  };
  const handler = feedAndSitemapHandler(partialShop as Shop, source, 'version 1');
  const server = createServer(async (req, res) => {
    if (!(await handler(req, res))) res.writeHead(418).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { db, cache, origin, startedRequests, close: () => server.close() };
}

const get = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

onBothEngines('feeds and sitemaps', (open) => {
  it('have one feed item per variant, with its price, stock and escaped text', async () => {
    const { origin, close } = await serveFeeds(open);
    const { text, headers } = await get(`${origin}/feeds/google.xml`);
    close();
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const items = text.match(/<item>.*<\/item>/g) ?? [];
    expect(items).toHaveLength(4);
    expect(items[0]).toContain('<g:title>Blue &amp; &lt;b&gt;&quot;Kurta&quot;&lt;/b&gt; ]]&gt; , Red, S</g:title>');
    expect(items[0]).toContain('<g:price>1999.00 INR</g:price><g:sale_price>1499.50 INR</g:sale_price>');
    expect(items.map((item) => /<g:availability>(.*?)</.exec(item)?.[1])).toEqual([
      'in_stock',
      'out_of_stock',
      'preorder',
      'in_stock',
    ]);
    expect(items[2]).toContain('<g:availability_date>2027-01-05T00:00:00.000Z<');
    expect(items[0]).toContain(
      '<g:age_group>adult</g:age_group><g:gender>female</g:gender><g:gtin>8901030865275</g:gtin>',
    );
    expect(items[0]).toContain('<g:shipping_weight>320 g</g:shipping_weight>');
    expect(items[0]).toContain('<g:product_type>Women &gt; Kurtas</g:product_type>');
    expect(items[0]).not.toContain('identifier_exists');
    expect(items[1]).toContain('<g:identifier_exists>no</g:identifier_exists>');
    expect(items[3]).toContain('<g:unit_pricing_measure>1 m<');
    expect(items[3]).not.toMatch(/age_group|gender|item_group_id|size/);
    expect(text).not.toContain('Draft');
  });

  it('have 50,000 product ids per sitemap, with the date of the last change', async () => {
    const { db, cache, origin, close } = await serveFeeds(open);
    const row = await db.write.selectFrom('product').selectAll().where('slug', '=', 'khadi').executeTakeFirstOrThrow();
    const copies = [49_999, 50_000, 123_456].map((id) => ({ ...row, id, slug: `p-${id}`, updated_at: id * 1_000_000 }));
    await db.write.insertInto('product').values(copies).execute();
    cache.dropTags(new Set(['list']));
    const index = (await get(`${origin}/sitemap-index.xml`)).text;
    expect(index.match(/sitemap-products-\d+/g)).toEqual([0, 1, 2].map((number) => `sitemap-products-${number}`));
    expect(index).toContain(`products-2.xml</loc><lastmod>${new Date(123_456e6).toISOString()}<`);
    const readSlugs = async (number: number) =>
      [...(await get(`${origin}/sitemap-products-${number}.xml`)).text.matchAll(/\/products\/([^<]*)</g)].map(
        ([, slug]) => slug,
      );
    expect(await readSlugs(0)).toEqual(['kurta', 'khadi', 'p-49999']);
    expect(await readSlugs(1)).toEqual(['p-50000']);
    expect(await readSlugs(2)).toEqual(['p-123456']);
    expect((await get(`${origin}/sitemap-products-2.xml`)).text).toContain(
      `/products/p-123456</loc><lastmod>${new Date(123_456e6).toISOString()}</lastmod>`,
    );
    expect((await get(`${origin}/sitemap-products-3.xml`)).status).toBe(404);
    expect((await get(`${origin}/sitemap-products-x.xml`)).status).toBe(418);
    close();
  });

  it('neither omit nor repeat products at the boundary between two database reads', async () => {
    const { db, origin, close } = await serveFeeds(open);
    const product = await db.write
      .selectFrom('product')
      .selectAll()
      .where('slug', '=', 'khadi')
      .executeTakeFirstOrThrow();
    const variant = await db.write
      .selectFrom('variant')
      .selectAll()
      .where('product_id', '=', product.id)
      .executeTakeFirstOrThrow();
    const ids = Array.from({ length: 2_100 }, (_, index) => 1_000 + index);
    for (let from = 0; from < ids.length; from += 300) {
      const batch = ids.slice(from, from + 300);
      await db.write
        .insertInto('product')
        .values(batch.map((id) => ({ ...product, id, slug: `p-${id}` })))
        .execute();
      await db.write
        .insertInto('variant')
        .values(batch.map((id) => ({ ...variant, id, product_id: id })))
        .execute();
    }
    const sitemap = (await get(`${origin}/sitemap-products-0.xml`)).text;
    const feed = (await get(`${origin}/feeds/google.xml`)).text;
    close();
    expect([...sitemap.matchAll(/products\/p-(\d+)</g)].map(([, id]) => Number(id))).toEqual(ids);
    expect([...feed.matchAll(/products\/p-(\d+)</g)].map(([, id]) => Number(id))).toEqual(ids);
  });

  it('are still served after readers disconnect', async () => {
    const { origin, close } = await serveFeeds(open);
    for (let reader = 0; reader < 8; reader++) {
      const controller = new AbortController();
      const response = await fetch(`${origin}/feeds/google.xml`, { signal: controller.signal });
      controller.abort();
      await response.text().catch(() => undefined);
    }
    expect((await get(`${origin}/feeds/google.xml`)).text.endsWith('</channel></rss>\n')).toBe(true);
    expect((await fetch(`${origin}/feeds/google.xml`, { method: 'HEAD' })).status).toBe(200);
    close();
  });

  it('are not sent again to a crawler that has them; its requests neither wait nor start any work', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { origin, startedRequests, close } = await serveFeeds(open, gate);
    const paths = ['/feeds/google.xml', '/sitemap-products-0.xml'];
    const etags = await Promise.all(
      paths.map(async (path) => (await fetch(origin + path, { method: 'HEAD' })).headers.get('etag') ?? ''),
    );
    expect([...etags, ...startedRequests]).toEqual([
      expect.stringMatching(ENTITY_TAG),
      expect.stringMatching(ENTITY_TAG),
    ]);
    const readers = Array.from({ length: 4 }, () => get(`${origin}/feeds/google.xml`));
    await expect.poll(() => startedRequests.length).toBe(4);
    expect((await get(`${origin}/feeds/google.xml`)).status).toBe(503);
    for (const [index, path] of paths.entries())
      for (const method of ['GET', 'HEAD']) {
        const revalidation = await fetch(origin + path, { method, headers: { 'if-none-match': etags[index] ?? '' } });
        expect([revalidation.status, revalidation.headers.get('etag')]).toEqual([304, etags[index]]);
      }
    expect(startedRequests).toHaveLength(4);
    release();
    for (const { status, headers, text } of await Promise.all(readers)) {
      expect([status, headers.get('etag'), text.length > 0]).toEqual([200, etags[0], true]);
      // A feed that fits into memory has a Content-Length, even if it is compressed.
      expect(Number(headers.get('content-length'))).toBeGreaterThan(0);
    }
    close();
  });

  it('have ETags that change if and only if their content changes', async () => {
    const { db, origin, close } = await serveFeeds(open);
    const readEtag = async (path: string) => (await fetch(origin + path, { method: 'HEAD' })).headers.get('etag');
    const readEtags = async () => [await readEtag('/sitemap-products-0.xml'), await readEtag('/feeds/google.xml')];
    const firstEtags = await readEtags();
    expect(await readEtags()).toEqual(firstEtags);
    const khadi = GOODS.filter((record) => 'slug' in record && record.slug === 'khadi');
    await saveCatalogueBatch(db, khadi.map((record) => ({ ...record, name: 'Fine khadi' })) as CatalogueRecord[]);
    const etagsAfterRename = await readEtags();
    expect(etagsAfterRename.map((etag, index) => etag === firstEtags[index])).toEqual([false, false]);
    await saveCatalogueBatch(db, khadi.map((record) => ({ ...record, status: 'draft' })) as CatalogueRecord[]);
    const etagsWithoutKhadi = await readEtags();
    expect(etagsWithoutKhadi.map((etag, index) => etag === etagsAfterRename[index])).toEqual([false, false]);
    const sale = { variantId: 0, sellUnit: 'piece', quantity: 3 } as const;
    await transaction(db, async (tx) => {
      const variant = await tx.selectFrom('variant').selectAll().where('sku', '=', 'K-S').executeTakeFirstOrThrow();
      await deductStock(tx, { ...sale, variantId: variant.id }, { why: 'order', at: 1, note: undefined });
      await refreshStock(tx, [{ productId: variant.product_id, affectsListing: true }]);
    });
    const etagsAfterSale = await readEtags();
    expect(etagsAfterSale.map((etag, index) => etag === etagsWithoutKhadi[index])).toEqual([true, false]);
    close();
  });
});

const ENTITY_TAG = /^W\/"[\w-]{22}"$/;
