import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { merchantFeed } from '#lib/catalog/feeds/merchant-feed.server.ts';
import { type ImportOptions, importCatalogue } from '#lib/catalog/import/import-catalogue.server.ts';
import { commandRemarkText } from '#lib/catalog/import/import-command-text.ts';
import { parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { listProducts } from '#lib/catalog/listing/listing.server.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';
import { searchCatalogue } from '#lib/catalog/listing/search-catalogue.server.ts';
import type { FacetName } from '#lib/catalog/listing-index/facets/facets.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { onBothEngines } from '#support/database.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { drawSheetPictures, type SheetName, sheetFile } from '#support/sheets.ts';

interface SheetCase {
  sheet: SheetName;
  options?: Partial<ImportOptions>;
  productCount: number;
  /** The number of products in the listing, which excludes drafts. */
  listedCount: number;
  /** Facet values, each with the number of products that have it. */
  filters: [facet: FacetName, value: string, count: number][];
  /** A price range in rupees, and the number of products in it. */
  prices: [from: number, to: number, count: number];
  /** Search terms, some of which occur only in the description, each with a product that it finds. */
  search: [term: string, slug: string][];
  /** `quantity` is in pieces or metres. `stock` (before the purchase) and `taken` are in pieces or centimetres. */
  purchase: { slug: string; variant: number; quantity: number; stock: number; taken: number };
  expectedWarnings: RegExp[];
}

const SHEET_CASES: SheetCase[] = [
  {
    sheet: 'apparel',
    options: { categoryFrom: 'tags', mappings: { brands: new Map([['partners-demo', '']]) } },
    productCount: 8,
    listedCount: 7,
    filters: [
      ['category', 'men', 4],
      ['category', 'kurtis', 1],
      ['size', 'Medium', 1],
      ['color', 'Blue', 1],
    ],
    prices: [500, 800, 3],
    search: [
      ['pyjama', 'cotton-pyjama'],
      ['drawstring', 'cotton-pyjama'],
    ],
    purchase: { slug: 'harbour-linen-shirt', variant: 1, quantity: 2, stock: 10, taken: 2 },
    expectedWarnings: [/columns that this shop does not use/],
  },
  {
    sheet: 'jewellery',
    productCount: 8,
    listedCount: 8,
    filters: [
      ['category', 'Earring', 2],
      ['category', 'Anklets', 1],
      ['brand', 'Sona Gali', 8],
      ['size', '2.4', 1],
    ],
    prices: [300, 500, 2],
    search: [
      ['jhumka', 'chandni-jhumka'],
      ['rudraksha', 'rudra-mala'],
    ],
    purchase: { slug: 'kansa-bangle', variant: 1, quantity: 3, stock: 20, taken: 3 },
    expectedWarnings: [
      /"gift-card" is a gift card/,
      /tags match no category, and are used for search only: .*--category-from tags/,
    ],
  },
  {
    sheet: 'home-goods',
    productCount: 8,
    listedCount: 8,
    filters: [
      ['category', 'Diyas', 1],
      ['brand', 'Mitti Ghar', 8],
      ['color', 'Blue', 1],
      ['availability', 'in_stock', 7],
    ],
    prices: [10, 500, 6],
    search: [
      ['bedsheet', 'block-print-bedsheet'],
      ['tamarind', 'brass-diya'],
    ],
    purchase: { slug: 'brass-diya', variant: 0, quantity: 10, stock: 60, taken: 10 },
    expectedWarnings: [],
  },
  {
    sheet: 'fabrics',
    productCount: 10,
    listedCount: 10,
    filters: [
      ['category', 'Fabrics', 8],
      ['category', 'Cotton', 4],
      ['color', 'Red', 1],
      ['size', '15 mm', 1],
    ],
    prices: [400, 800, 2],
    search: [['ajrakh', 'ajrakh-cotton']],
    purchase: { slug: 'ajrakh-cotton', variant: 0, quantity: 1.5, stock: 4775, taken: 150 },
    expectedWarnings: [],
  },
  {
    sheet: 'google-sheet',
    productCount: 9,
    listedCount: 9,
    filters: [
      ['category', 'Sarees', 3],
      ['color', 'Pink', 1],
      ['size', 'XL', 2],
      ['age', '2-3 years', 1],
    ],
    prices: [250, 900, 4],
    search: [
      ['phulkari', 'phulkari-kurti'],
      ['lucknow', 'chikan-kurti'],
    ],
    purchase: { slug: 'chikan-kurti', variant: 1, quantity: 2, stock: 6, taken: 2 },
    expectedWarnings: [/this column is not used: Remarks/],
  },
];

const root = mkdtempSync(join(tmpdir(), 'taana-sheets-'));
const imagesDir = join(root, 'photos');
let folderCount = 0;
beforeAll(() => drawSheetPictures(imagesDir));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function listMatches(db: ShopDatabase, query: string) {
  return listProducts(db, parseListQuery(new URLSearchParams(query), priceRange({})));
}

onBothEngines('a seller’s sheet', (open) => {
  describe.each(SHEET_CASES)('$sheet', (sheetCase) => {
    test('is imported completely, listed, filtered, searched and bought; a second import changes nothing', async () => {
      const db = await open();
      const pictures = new PictureStore(join(root, `data-${folderCount++}`));
      const options = { db, pictures, source: sheetFile(sheetCase.sheet), imagesDir, ...sheetCase.options };
      const report = await importCatalogue(options);
      expect(report.problems).toEqual([]);
      expect(report.tallies.products).toMatchObject({ created: sheetCase.productCount });
      const warnings = report.warnings.map(commandRemarkText).join('\n');
      for (const warning of sheetCase.expectedWarnings) expect(warnings).toMatch(warning);
      expect(warnings).not.toMatch(/picture/);
      const secondImport = await importCatalogue(options);
      expect(secondImport.changes).toEqual([]);
      expect(secondImport.tallies.products).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: sheetCase.productCount,
      });

      const listing = await listMatches(db, '');
      expect(listing.total).toBe(sheetCase.listedCount);
      for (const [facet, name, count] of sheetCase.filters) {
        const value = listing.facets[facet].find((candidate) => candidate.name === name || candidate.slug === name);
        expect(value, `${facet} ${name}`).toMatchObject({ count });
        expect(await listMatches(db, `${facet}=${value?.slug}`), `${facet} ${name}`).toMatchObject({ total: count });
      }
      const [from, to, count] = sheetCase.prices;
      expect(await listMatches(db, `minprice=${from}&maxprice=${to}`)).toMatchObject({ total: count });
      for (const [term, slug] of sheetCase.search) {
        expect(
          (await searchCatalogue(db, term)).product.map((card) => card.slug),
          term,
        ).toContain(slug);
      }

      const { purchase } = sheetCase;
      const fixture = orderFixture(db);
      expect((await fixture.stock())[purchase.slug]).toEqual({ stock: purchase.stock, sold: 0 });
      await fixture.place(await fixture.cartOf([purchase.slug, purchase.quantity, purchase.variant]));
      expect((await fixture.stock())[purchase.slug]).toEqual({
        stock: purchase.stock - purchase.taken,
        sold: purchase.taken,
      });
      const importAfterSale = await importCatalogue(options);
      expect(importAfterSale.keptStockCount).toBe(1);
      expect((await fixture.stock())[purchase.slug]?.stock).toBe(purchase.stock - purchase.taken);
    });
  });

  test('results in product pages with a description and pictures, without an unintended brand or weight', async () => {
    const db = await open();
    const pictures = new PictureStore(join(root, `data-${folderCount++}`));
    const importSheet = (source: SheetName, moreOptions: Partial<ImportOptions> = {}) =>
      importCatalogue({ db, pictures, source: sheetFile(source), imagesDir, ...moreOptions });
    const warnings = (await importSheet('apparel')).warnings.map(commandRemarkText).join('\n');
    expect(warnings).toMatch(/vendor "partners-demo" as a brand\. To hide it, use --brand "partners-demo="/);
    expect(await showProduct(db, 'river-block-shirt')).toMatchObject({
      brand: 'partners-demo',
      content:
        'Block printed cotton shirt with a spread collar. The indigo is dipped eleven times, so it softens with every wash.',
    });
    await importSheet('apparel', { mappings: { brands: new Map([['Partners-Demo', '']]) } });
    const shirt = await showProduct(db, 'river-block-shirt');
    expect(shirt?.brand).toBeUndefined();
    expect(shirt?.variants[0]?.weightG).toBeUndefined();
    expect((await showProduct(db, 'noor-kurti'))?.variants[0]?.weightG).toBe(240);
    let feed = '';
    for await (const part of merchantFeed({ db, settings: { siteUrl: 'https://shop.example' } })) feed += part;
    expect(feed).toContain('<g:description>Block printed cotton shirt with a spread collar. The indigo');
    expect(feed).not.toContain('>0 g<');
    await importSheet('google-sheet');
    expect(await showProduct(db, 'phulkari-kurti')).toMatchObject({
      content: 'Hand worked phulkari on cotton. Wash by hand, dry in shade. Model wears size S.',
      longContent: '<p>Hand worked phulkari on cotton.<br />Wash by hand, dry in shade.</p><p>Model wears size S.</p>',
      options: [{ label: 'Colour' }, { label: 'Size', values: ['S', 'M', 'L', 'XL'] }],
    });
    expect((await showProduct(db, 'phulkari-kurti'))?.pictures).toHaveLength(2);
  });
});
