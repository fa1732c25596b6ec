import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ImportOptions, importCatalogue } from '#lib/catalog/import/import-catalogue.server.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { holdBackUntaxed, untaxedGoods } from '#lib/catalog/import/untaxed-goods.server.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { onBothEngines } from '#support/database.ts';
import { orderFixture } from '#support/order-fixture.ts';

const root = mkdtempSync(join(tmpdir(), 'taana-hsn-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let fileCount = 0;
const NOW = Date.parse('2026-11-21T12:00:00+05:30');

function csv(...lines: string[]): string {
  const path = join(root, `goods-${fileCount++}.csv`);
  writeFileSync(path, lines.join('\n'));
  return path;
}

function createImporter(db: ShopDatabase) {
  const pictures = new PictureStore(join(root, `data-${fileCount++}`));
  return (source: string, options: Partial<ImportOptions> = {}) =>
    importCatalogue({ db, pictures, source, ...options });
}

const TUNIC: ProductRecord = {
  type: 'product',
  slug: 'tunic',
  name: 'Tunic',
  categories: ['women-kurtas'],
  sell_unit: 'piece',
  created_at: '2026-01-01',
  variants: [{ sku: 'T', price: 1050, quantity: 5 }],
};

async function saveWithCategories(db: ShopDatabase, product: ProductRecord = TUNIC): Promise<void> {
  await saveCatalogueBatch(db, [
    { type: 'category', slug: 'women', name: 'Women' },
    { type: 'category', slug: 'women-kurtas', name: 'Kurtas', parent: 'women' },
    product,
  ]);
}

onBothEngines('the HSN of products', (open) => {
  test('is read from any of the CSV columns for it, and validated', async () => {
    const db = await open();
    const importFile = createImporter(db);
    for (const [index, column] of ['HSN', 'HS Code', 'Variant HS Code', 'Harmonized System Code'].entries()) {
      const report = await importFile(
        csv(`Title,Variant SKU,Variant Price,${column}`, `Good ${index},G${index},100,6206.30`),
      );
      expect(report).toMatchObject({ created: 1, problems: [], untaxed: { count: 0 } });
    }
    const codes = await db.write.selectFrom('variant').select(['hsn', 'tax_hsn']).execute();
    expect(codes).toEqual(Array(4).fill({ hsn: '620630', tax_hsn: '620630' }));
    const invalidReport = await importFile(csv('Title,Variant Price,HSN', 'Five,100,62063'));
    expect(invalidReport.problems[0]).toMatchObject({
      line: 2,
      message: expect.stringMatching(/HSN of 4, 6 or 8 digits/),
    });
  });

  test('is inherited from the category or its parent; a product’s own HSN takes precedence', async () => {
    const db = await open();
    await saveWithCategories(db);
    const readHsn = async () => (await showProduct(db, 'tunic'))?.variants[0]?.hsn;
    expect(await readHsn()).toBeUndefined();
    await saveCatalogueBatch(db, [{ type: 'category', slug: 'women', hsn: '6204' }]);
    expect(await readHsn()).toBe('6204');
    await saveCatalogueBatch(db, [{ type: 'category', slug: 'women-kurtas', hsn: '6206' }]);
    expect(await readHsn()).toBe('6206');
    await saveCatalogueBatch(db, [{ type: 'product', slug: 'tunic', variants: [{ hsn: '5208' }] }]);
    expect(await readHsn()).toBe('5208');
    await saveCatalogueBatch(db, [
      { type: 'product', slug: 'tunic', variants: [{ hsn: null }] },
      { type: 'category', slug: 'women-kurtas', hsn: null },
    ]);
    expect(await readHsn()).toBe('6204');
    const fixture = orderFixture(db, NOW);
    await fixture.place(await fixture.cartOf(['tunic', 1]));
    const line = await db.write.selectFrom('order_line').select(['hsn', 'tax_rate_bp']).executeTakeFirstOrThrow();
    expect(line).toEqual({ hsn: '6204', tax_rate_bp: 500 });
  });

  test('is reported by an import, and listed, if it is missing or has no known rate', async () => {
    const db = await open();
    const importFile = createImporter(db);
    const source = csv('Title,Variant SKU,Variant Price,HSN', 'Bare,B,100,', 'Odd,O,100,9503', 'Sound,S,100,6206');
    const { warnings } = await importFile(source, { isDryRun: true });
    expect(warnings.at(-1)?.message).toMatch(
      /^2 products have no HSN with a known GST rate .* at a guessed rate: bare, odd$/,
    );
    expect((await importFile(source)).warnings).toEqual(warnings);
    expect(await untaxedGoods(db, NOW)).toMatchObject([
      { slug: 'bare', hsn: null, isHeldBack: false },
      { slug: 'odd', hsn: '9503', isHeldBack: false },
    ]);
  });

  test('is required in a live shop, which hides a product until its category has an HSN', async () => {
    const db = await open();
    const liveOptions = { requiresHsn: true };
    await saveWithCategories(db);
    expect(await showProduct(db, 'tunic')).toBeDefined();
    const fixture = orderFixture(db, NOW);
    const owner = await fixture.cartOf(['tunic', 1]);
    expect(await holdBackUntaxed(db, true, NOW)).toBe(1);
    expect(await showProduct(db, 'tunic')).toBeUndefined();
    await expect(fixture.place(owner)).rejects.toMatchObject({ code: 'conflict' });
    expect(await holdBackUntaxed(db, true, NOW)).toBe(1);
    // The product remains marked as active, so the import reports no change.
    expect(await saveCatalogueBatch(db, [{ ...TUNIC, status: 'active' }], new Map(), liveOptions)).toMatchObject({
      unchanged: 1,
    });
    expect((await untaxedGoods(db, NOW))[0]).toMatchObject({ slug: 'tunic', isHeldBack: true });
    const otherTunic = { ...TUNIC, slug: 'other', name: 'Other' };
    await saveCatalogueBatch(db, [otherTunic], new Map(), liveOptions);
    expect(await showProduct(db, 'other')).toBeUndefined();
    await saveCatalogueBatch(db, [{ type: 'category', slug: 'women', hsn: '6206' }], new Map(), liveOptions);
    expect(await showProduct(db, 'tunic')).toBeDefined();
    expect(await showProduct(db, 'other')).toBeDefined();
    await saveCatalogueBatch(db, [{ type: 'category', slug: 'women', hsn: null }], new Map(), liveOptions);
    expect(await showProduct(db, 'tunic')).toBeUndefined();
    await holdBackUntaxed(db, false, NOW);
    expect(await showProduct(db, 'tunic')).toBeDefined();
  });
});
