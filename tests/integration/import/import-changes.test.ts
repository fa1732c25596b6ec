import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { exportCatalogue } from '#lib/catalog/import/export/export-catalogue.server.ts';
import { type ImportOptions, importCatalogue } from '#lib/catalog/import/import-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const root = mkdtempSync(join(tmpdir(), 'taana-changes-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let fileCount = 0;

function writeFile(text: string, ending = 'csv'): string {
  const path = join(root, `goods-${fileCount++}.${ending}`);
  writeFileSync(path, text);
  return path;
}

function writeJsonl(...records: object[]): string {
  return writeFile(records.map((record) => JSON.stringify(record)).join('\n'), 'jsonl');
}

/** Returns all stored product data except times and versions. */
async function readGoods(db: ShopDatabase) {
  const products = await db.write.selectFrom('product').selectAll().orderBy('id').execute();
  const variants = await db.write.selectFrom('variant').selectAll().orderBy('id').execute();
  const bolts = await db.write.selectFrom('bolt').selectAll().orderBy('variant_id').orderBy('position').execute();
  const pictures = await db.write.selectFrom('picture').selectAll().orderBy('product_id').orderBy('position').execute();
  const facets = await db.write.selectFrom('facet_value').selectAll().orderBy('id').execute();
  return { products: products.map(({ version: _, updated_at: __, ...row }) => row), variants, bolts, pictures, facets };
}

async function setUpShop(db: ShopDatabase) {
  await stockGoods(db);
  const pictures = new PictureStore(join(root, `data-${fileCount++}`));
  const importFile = (source: string, moreOptions: Partial<ImportOptions> = {}) =>
    importCatalogue({ db, pictures, source, ...moreOptions });
  const variant = (sku: string) => db.write.selectFrom('variant').selectAll().where('sku', '=', sku).executeTakeFirst();
  return { db, importFile, variant, fixture: orderFixture(db) };
}

onBothEngines('an import', (open) => {
  describe.each(['csv', 'jsonl'] as const)('of a %s file', (format) => {
    test('changes only the price that was edited in an export, whatever was sold meanwhile', async () => {
      const { db, importFile, fixture } = await setUpShop(await open());
      await fixture.place(await fixture.cartOf(['test-kurta', 1], ['test-cloth', 2]));
      const target = join(root, `out-${fileCount++}.${format}`);
      await exportCatalogue({ db, target, format });
      await fixture.place(await fixture.cartOf(['test-kurta', 2], ['test-cloth', 1.5]));
      const goodsBefore = await readGoods(db);
      const text = readFileSync(target, 'utf8');
      const editedText =
        format === 'csv' ? text.replace('300.00', '350.00') : text.replace('"price":300', '"price":350');
      expect(editedText).not.toBe(text);
      const report = await importFile(writeFile(editedText, format));
      expect(report).toMatchObject({ updated: 1, unchanged: 2, problems: [] });
      expect(report.changes).toEqual([
        { entry: 'test-scarf', changes: [{ field: 'TS price', from: '300', to: '350' }] },
      ]);
      const goodsAfter = await readGoods(db);
      for (const row of goodsBefore.variants) if (row.sku === 'TS') row.price_paise = 35_000;
      for (const row of goodsBefore.products) {
        if (row.slug === 'test-scarf')
          Object.assign(row, { price_paise: 35_000, min_paise: 35_000, max_paise: 35_000 });
      }
      expect(goodsAfter).toEqual(goodsBefore);
    });
  });

  test('adds a size without changing the other sizes, their stock or their ids', async () => {
    const { db, importFile, variant } = await setUpShop(await open());
    const [mediumKurta, largeKurta] = [await variant('TK-M'), await variant('TK-L')];
    const header =
      'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Variant Inventory Qty';
    const report = await importFile(writeFile(`${header}\ntest-kurta,Test Kurta,color,Rust,size,XL,TK-XL,2099,4\n`));
    expect(report).toMatchObject({ problems: [], tallies: { variants: { created: 1, unchanged: 2, removed: 0 } } });
    expect([await variant('TK-M'), await variant('TK-L')]).toEqual([mediumKurta, largeKurta]);
    expect(await variant('TK-XL')).toMatchObject({ quantity: 4, position: 2 });
    const xxl = { sku: 'TK-XXL', values: { color: 'Rust', size: 'XXL' }, price: 2199, quantity: 1 };
    await importFile(writeJsonl({ type: 'product', slug: 'test-kurta', variants: [xxl] }));
    expect((await db.write.selectFrom('variant').select('sku').execute()).length).toBe(6);
    expect(await variant('TK-M')).toEqual(mediumKurta);
  });

  test('matches variants by SKU if their values differ, and by values if their SKUs differ', async () => {
    const { importFile, variant } = await setUpShop(await open());
    const mediumKurta = await variant('TK-M');
    const largeKurta = await variant('TK-L');
    await importFile(
      writeJsonl({
        type: 'product',
        slug: 'test-kurta',
        variants: [
          { sku: 'NEW-L', values: { color: 'Rust', size: 'L' } },
          { sku: 'TK-M', values: { size: 'Medium' } },
        ],
      }),
    );
    expect(await variant('TK-M')).toMatchObject({ id: mediumKurta?.id, name: 'Rust/Medium', quantity: 5 });
    expect(await variant('NEW-L')).toMatchObject({ id: largeKurta?.id, name: 'Rust/L' });
  });

  test('removes variants if requested, and never reuses their ids', async () => {
    const { db, importFile, variant } = await setUpShop(await open());
    const anotherProduct = { type: 'product', slug: 'another', name: 'Another', categories: [], sell_unit: 'piece' };
    await importFile(writeJsonl({ ...anotherProduct, variants: [{ sku: 'A', price: 5, quantity: 3 }] }));
    const firstId = (await variant('A'))?.id ?? 0;
    const mediumOnly = { sku: 'TK-M', values: { color: 'Rust', size: 'M' } };
    const report = await importFile(writeJsonl({ type: 'product', slug: 'test-kurta', variants: [mediumOnly] }), {
      removesMissing: true,
    });
    expect(report.tallies.variants).toMatchObject({ removed: 1 });
    expect(await variant('TK-L')).toBeUndefined();
    const newFields = { options: ['size'], variants: [{ sku: 'B', values: { size: 'S' }, price: 5, quantity: 1 }] };
    await importFile(writeJsonl({ type: 'product', slug: 'another', ...newFields }), { removesMissing: true });
    expect((await variant('B'))?.id).toBeGreaterThan(firstId);
    const ledger = await db.write.selectFrom('stock_ledger').selectAll().where('variant_id', '=', firstId).execute();
    expect(ledger.map(({ change, why }) => [change, why])).toEqual([
      [3, 'import'],
      [-3, 'removed'],
    ]);
  });

  test('keeps a field that is absent, and clears one that is null or has an empty cell', async () => {
    const { db, importFile, variant } = await setUpShop(await open());
    const readProduct = () =>
      db.write.selectFrom('product').selectAll().where('slug', '=', 'test-scarf').executeTakeFirst();
    const fields = { fibre: 'Silk', maker: 'Loom', seo_title: 'Scarves' };
    await importFile(
      writeJsonl({ type: 'product', slug: 'test-scarf', ...fields, variants: [{ sale_price: 250, barcode: '89' }] }),
    );
    expect(await readProduct()).toMatchObject({ ...fields, name: 'Test Scarf', sale_price_paise: 25_000 });
    await importFile(
      writeJsonl({ type: 'product', slug: 'test-scarf', fibre: null, variants: [{ sale_price: null }] }),
    );
    expect(await readProduct()).toMatchObject({ fibre: null, maker: 'Loom', sale_price_paise: null });
    await importFile(writeFile('Handle,SEO Title,Variant Barcode\ntest-scarf,,\n'));
    expect(await readProduct()).toMatchObject({ seo_title: null, maker: 'Loom', name: 'Test Scarf' });
    expect(await variant('TS')).toMatchObject({ barcode: null, price_paise: 30_000, quantity: 50, hsn: '6214' });
    const reportOfUnknownProduct = await importFile(
      writeJsonl({ type: 'product', slug: 'nothing', variants: [{ price: 5 }] }),
    );
    expect(reportOfUnknownProduct.problems[0]?.message).toMatch(/no product "nothing" yet, and a new one needs a name/);
  });

  test('writes stock from the specified column if requested, with a ledger entry for each change', async () => {
    const { db, importFile, variant } = await setUpShop(await open());
    const stockSheet = 'Handle,Variant SKU,Variant Inventory Qty,Godown\ntest-kurta,TK-M,9,7\ntest-kurta,TK-L,0,2\n';
    expect(await importFile(writeFile(stockSheet))).toMatchObject({ updated: 0, keptStockCount: 1 });
    expect((await variant('TK-M'))?.quantity).toBe(5);
    await importFile(writeFile(stockSheet), { stockColumn: 'godown' });
    expect([(await variant('TK-M'))?.quantity, (await variant('TK-L'))?.quantity]).toEqual([7, 2]);
    await expect(importFile(writeFile(stockSheet), { stockColumn: 'Attic' })).rejects.toThrow(
      'there is no column "Attic"',
    );
    await importFile(writeJsonl({ type: 'product', slug: 'test-cloth', variants: [{ bolts: [4, 3] }] }), {
      writesStock: true,
    });
    expect((await variant('TC'))?.quantity).toBe(700);
    const sums = await db.write
      .selectFrom('variant')
      .innerJoin('stock_ledger', 'stock_ledger.variant_id', 'variant.id')
      .select(({ fn }) => ['variant.id', 'quantity', fn.sum<number>('change').as('sum')])
      .groupBy(['variant.id', 'quantity'])
      .execute();
    expect(sums.filter(({ quantity, sum }) => quantity !== Number(sum))).toEqual([]);
  });

  test('makes the changes that its dry run reported', async () => {
    const { db, importFile } = await setUpShop(await open());
    const renamedScarf = { type: 'product', slug: 'silk-scarf', former_slugs: ['test-scarf'], name: 'Silk Scarf' };
    const review = {
      type: 'review',
      product: 'silk-scarf',
      name: 'Asha',
      rating: 4,
      summary: 'Soft',
      created_at: '2026-02-01',
    };
    const sources = [
      writeJsonl(
        { type: 'category', slug: 'women', name: 'Women' },
        { type: 'category', slug: 'kurtas', name: 'Kurtas', parent: 'women' },
        { type: 'product', slug: 'test-kurta', categories: ['kurtas'], variants: [{ sku: 'TK-M', price: 1 }] },
        { type: 'product', slug: 'test-cloth', categories: ['nowhere'] },
        renamedScarf,
        review,
        { ...review, product: 'test-scarf' },
      ),
      writeJsonl(
        { type: 'category', slug: 'kurtas', name: 'All kurtas' },
        { ...review, rating: 5 },
        { ...renamedScarf, former_slugs: [] },
      ),
      writeFile(
        'Handle,Title,Vendor,Type,Variant SKU,Variant Price\nnew-a,New A,Mogra,Tops,NA,5\nnew-b,New B,Mogra,Tops,NB,\nsilk-scarf,,Mogra,Tops,TS,310\n',
      ),
    ];
    for (const source of sources) {
      const goodsBefore = await readGoods(db);
      const report = await importFile(source, { isDryRun: true });
      expect(await readGoods(db)).toEqual(goodsBefore);
      expect(report).toEqual(await importFile(source));
      expect(report.updated + report.created).toBeGreaterThan(0);
    }
  });
});
