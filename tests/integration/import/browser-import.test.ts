import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { changeProduct } from '#lib/catalog/admin/change-product.server.ts';
import { deleteOldImports } from '#lib/catalog/admin/delete-old-actions.server.ts';
import { beginImport, beginUndo, replanImport } from '#lib/catalog/admin/imports/begin-import.server.ts';
import { importRows, readImportSummary, recentImports } from '#lib/catalog/admin/imports/read-import.server.ts';
import { planImports, runImports, startImport, stopImport } from '#lib/catalog/admin/imports/run-imports.server.ts';
import { DEFAULT_RULES, type ImportRules } from '#lib/catalog/admin/imports/stored-import.ts';
import { importCatalogue } from '#lib/catalog/import/import-catalogue.server.ts';
import type { CleanProduct } from '#lib/catalog/import/record/canonical-record.ts';
import type { ProductPatch, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { recordOf } from '#lib/catalog/import/record/product-record.ts';
import { productChanges } from '#lib/catalog/import/record/record-changes.ts';
import { slugLookup } from '#lib/catalog/import/save/plan-product.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { FacetRegistry } from '#lib/catalog/listing-index/facets/facet-registry.server.ts';
import { loadProducts } from '#lib/catalog/products/stored-products.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { DiskFileStore } from '#lib/platform/files/storage/disk-file-store.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { DAY_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';
import { KURTA, SCARF, stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { SHEETS, sheetFile } from '#support/sheets.ts';
import { oneProduct as productOf } from '#support/small-shop.ts';
import { testFolder } from '#support/test-folder.ts';

const ASHA = { kind: 'staff' as const, id: 's1', name: 'Asha', origin: '203.0.113.7' };
const NOW = Date.parse('2026-11-27T06:00:00Z');
const REVIEW = { type: 'review' as const, product: 'shawl', summary: 'Warm', created_at: '2026-01-01' };
const neverAborted = new AbortController().signal;
const root = mkdtempSync(join(testFolder(), 'taana-browser-import-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folderCount = 0;

function oneProduct(slug: string, rupees: number): ProductRecord {
  return { ...(productOf(slug, rupees) as ProductRecord), categories: [] };
}

/** Returns all stored catalogue data except versions and times of changes. */
async function readGoods({ write }: ShopDatabase) {
  const products = await write.selectFrom('product').selectAll().orderBy('id').execute();
  return {
    products: products.map(({ version: _, updated_at: __, ...row }) => row),
    variants: await write.selectFrom('variant').selectAll().orderBy('id').execute(),
    bolts: await write.selectFrom('bolt').selectAll().orderBy('variant_id').orderBy('position').execute(),
    pictures: await write.selectFrom('picture').selectAll().orderBy('product_id').orderBy('position').execute(),
    facets: await write.selectFrom('facet_value').selectAll().orderBy('id').execute(),
    reviews: await write.selectFrom('review').selectAll().orderBy('id').execute(),
    productFacets: await write
      .selectFrom('product_facet')
      .selectAll()
      .orderBy('product_id')
      .orderBy('value_id')
      .execute(),
  };
}

/** Returns the data of `readGoods` with names for the ids of facet values, which depend on the order of writes. */
async function readGoodsWithNames(db: ShopDatabase) {
  const { facets, productFacets, ...goods } = await readGoods(db);
  const names = new Map<unknown, string>(facets.map(({ id, kind, slug }) => [id, `${kind}:${slug}`]));
  const withNames = (row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        const isValue = /^(brand|material|size|color|age|parent|value)_id$/.test(column);
        return [column, isValue ? names.get(value) : value];
      }),
    );
  return {
    ...goods,
    products: goods.products.map(withNames),
    variants: goods.variants.map(withNames),
    facets: facets.map(({ id: _, ...row }) => JSON.stringify(withNames(row))).sort(),
    productFacets: productFacets.map((row) => JSON.stringify(withNames(row))).sort(),
  };
}

async function readRecords(db: ShopDatabase): Promise<Map<string, CleanProduct>> {
  const registry = await FacetRegistry.load(db.write);
  const ids = await db.write.selectFrom('product').select('id').execute();
  const storedProducts = await loadProducts(db.write, { ids: ids.map(({ id }) => id) });
  return new Map(storedProducts.map((product) => [product.row.slug, recordOf(product, slugLookup({ registry }))]));
}

onBothEngines('an import in the browser', (open) => {
  async function setUp() {
    const db = await open();
    const dataDir = join(root, `data-${folderCount++}`);
    const settings = readSettings({ DATA_DIR: dataDir });
    const clock = { at: NOW };
    const pictures = new PictureStore(dataDir);
    const shop = { db, settings, pictures, files: new DiskFileStore(dataDir), now: () => clock.at };
    const plan = async (text: string | { path: string }, rules: Partial<ImportRules> = {}, name = 'goods.jsonl') => {
      const path = join(root, `upload-${folderCount++}`);
      if (typeof text === 'string') writeFileSync(path, text);
      else copyFileSync(text.path, path);
      const kind = name.endsWith('.csv') ? ('csv' as const) : ('jsonl' as const);
      const file = { field: 'file', name, kind, bytes: statSync(path).size, path };
      const id = await runAs(ASHA, () => beginImport(shop, { ...DEFAULT_RULES, ...rules }, file));
      await planImports(shop, neverAborted);
      return id;
    };
    const start = async (id: string) => {
      const { version } = await readImportSummary(db, id);
      await runAs(ASHA, () => startImport(shop, id, version));
    };
    const finish = async (id: string) => {
      await start(id);
      await runImports(shop, neverAborted);
      return readImportSummary(db, id);
    };
    const undo = async (id: string) => {
      const undoId = await runAs(ASHA, () => beginUndo(shop, id));
      await planImports(shop, neverAborted);
      return undoId;
    };
    const edit = (patch: Omit<ProductPatch, 'type'>) =>
      transaction(db, (tx) => changeProduct(tx, shop, { type: 'product', ...patch }));
    const readStock = async (sku: string) =>
      (await db.write.selectFrom('variant').select('quantity').where('sku', '=', sku).executeTakeFirst())?.quantity;
    return { db, shop, clock, plan, start, finish, undo, edit, readStock };
  }

  const jsonLines = (...records: object[]) => records.map((record) => JSON.stringify(record)).join('\n');

  test.each(SHEETS)('of the sheet %s writes what its preview showed, as the import command does', async (sheet) => {
    const { db, shop, plan, finish } = await setUp();
    const goodsBefore = await readGoods(db);
    const id = await plan({ path: sheetFile(sheet) }, {}, `${sheet}.csv`);
    expect(await readGoods(db)).toEqual(goodsBefore);
    const { report, counts, problem } = await readImportSummary(db, id);
    expect(problem).toBeNull();
    const shownRows = await readRows(db, id);
    expect(counts.waiting).toBeGreaterThan(0);
    expect(counts.new).toBe((report?.tallies.products.created ?? 0) + (report?.tallies.taxonomy.created ?? 0));

    expect(await finish(id)).toMatchObject({ state: 'done', counts: { waiting: 0, failed: 0, done: counts.waiting } });
    const writtenRows = (await readRows(db, id)).map(({ state, message: _, ...row }) => ({ ...row, state }));
    expect(writtenRows).toEqual(
      shownRows.map(({ message: _, ...row }) => ({ ...row, state: row.state === 'waiting' ? 'done' : row.state })),
    );

    const otherDb = await open();
    const source = join(root, `${sheet}-${folderCount++}.csv`);
    copyFileSync(sheetFile(sheet), source);
    await importCatalogue({ db: otherDb, pictures: shop.pictures, source, now: NOW });
    expect(await readGoodsWithNames(db)).toEqual(await readGoodsWithNames(otherDb));
    const secondImport = await plan({ path: sheetFile(sheet) }, {}, `${sheet}.csv`);
    expect((await readImportSummary(db, secondImport)).counts).toMatchObject({ waiting: 0 });
  });

  test.each(SHEETS)('of the sheet %s changes each product as its preview showed, and can be undone', async (sheet) => {
    const { db, plan, finish, undo, edit } = await setUp();
    await finish(await plan({ path: sheetFile(sheet) }, {}, `${sheet}.csv`));
    for (const [slug, { variants }] of await readRecords(db)) {
      const repricedVariants = variants.map(({ values, sku, price }) => ({
        values,
        sku,
        price: price + 7,
        sale_price: null,
      }));
      await edit({ slug, name: `Old ${slug}`, variants: repricedVariants });
    }
    const recordsBefore = await readRecords(db);
    const goodsBefore = await readGoods(db);
    const id = await plan({ path: sheetFile(sheet) }, {}, `${sheet}.csv`);
    expect(await finish(id)).toMatchObject({ counts: { waiting: 0, failed: 0, new: 0 } });
    const recordsAfter = await readRecords(db);
    const shownRows = (await readRows(db, id)).filter(({ effect }) => effect === 'changed');
    expect(shownRows.length).toBe(recordsBefore.size);
    for (const { slug, changes } of shownRows) {
      const [oldRecord, newRecord] = [recordsBefore.get(slug)!, recordsAfter.get(slug)!];
      expect(changes).toEqual(productChanges(oldRecord, newRecord, [...newRecord.variants.keys()]));
    }

    expect(await finish(await undo(id))).toMatchObject({ counts: { waiting: 0, failed: 0, done: shownRows.length } });
    expect(await readGoods(db)).toEqual(goodsBefore);
  });

  async function readRows(db: ShopDatabase, id: string) {
    const allRows = [];
    for (let after = -1; ; ) {
      const { rows, next } = await importRows(db, id, { after });
      allRows.push(...rows);
      if (next === undefined) return allRows;
      after = next;
    }
  }

  test('shows each field before and after the import, and the line and reason for a rejected record', async () => {
    const { db, plan } = await setUp();
    await stockGoods(db);
    const id = await plan(
      jsonLines(
        { type: 'product', slug: 'test-scarf', name: 'Silk Scarf', variants: [{ sku: 'TS', price: 350 }] },
        oneProduct('new-kurta', 900),
        { type: 'product', slug: 'nameless', variants: [{ price: 1 }] },
        KURTA,
      ),
    );
    const { rows } = await importRows(db, id, {});
    expect(rows.map(({ effect, slug, line, changes }) => ({ effect, slug, line, changes }))).toEqual([
      {
        ...{ effect: 'changed', slug: 'test-scarf', line: 1 },
        changes: [
          { field: 'name', from: 'Test Scarf', to: 'Silk Scarf' },
          { field: 'TS price', from: '300', to: '350' },
        ],
      },
      { effect: 'new', slug: 'new-kurta', line: 2, changes: [] },
      { effect: 'refused', slug: '', line: 3, changes: [] },
    ]);
    expect(rows[1]?.about).toContain('₹900');
    expect(rows[2]?.message).toContain('There is no product "nameless" yet');
    const { counts, report, author } = await readImportSummary(db, id);
    expect(counts).toMatchObject({ waiting: 2, new: 1, changed: 1, refused: 1 });
    expect(report?.tallies.products).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
    expect(author).toBe('Asha');
    expect((await importRows(db, id, { show: 'new' })).rows.map(({ slug }) => slug)).toEqual(['new-kurta']);
    expect((await recentImports(db)).map((recent) => recent.id)).toEqual([id]);
  });

  test('adds audit log entries about who started it, each changed product and its fields, and the result', async () => {
    const { db, plan, finish } = await setUp();
    await stockGoods(db);
    const text = jsonLines({ type: 'product', slug: 'test-scarf', name: 'Silk Scarf' }, oneProduct('new-kurta', 900));
    await finish(await plan(text));
    const query = db.write.selectFrom('audit_entry').selectAll().where('action', 'like', '%import%').orderBy('id');
    const entries = await query.execute();
    expect(entries.map(({ action, record_id, actor_name }) => [action, record_id, actor_name])).toEqual([
      ['import products (started)', 'goods.jsonl', 'Asha'],
      ['import product', 'test-scarf', 'Asha'],
      ['import product', 'new-kurta', 'Asha'],
      ['import products', 'goods.jsonl', 'Asha'],
    ]);
    expect(JSON.parse(entries[1]?.after_json ?? '')).toEqual({ name: 'Silk Scarf' });
  });

  test('skips and names products that were changed or added after the preview', async () => {
    const { db, plan, finish, edit } = await setUp();
    await stockGoods(db);
    const id = await plan(
      jsonLines(
        { type: 'product', slug: 'test-kurta', name: 'Other Kurta' },
        { type: 'product', slug: 'test-scarf', name: 'Silk Scarf' },
        oneProduct('new-kurta', 900),
      ),
    );
    await edit({ slug: 'test-kurta', maker: 'Loom House' });
    await saveCatalogueBatch(db, [oneProduct('new-kurta', 700)]);
    expect(await finish(id)).toMatchObject({ counts: { done: 1, failed: 2 } });
    const { rows } = await importRows(db, id, { show: 'stayed' });
    expect(rows.map(({ slug, message }) => [slug, message])).toEqual([
      ['test-kurta', 'It was changed in the meantime, and stays as it is.'],
      ['new-kurta', 'A product with this URL was added in the meantime, and stays as it is.'],
    ]);
    const names = await db.write.selectFrom('product').select('name').orderBy('id').execute();
    expect(names.map(({ name }) => name)).toContain('Test Kurta');
    expect(names.map(({ name }) => name)).toContain('Silk Scarf');
  });

  test('keeps the stock, or changes it by the shown difference, so that sales meanwhile are not reverted', async () => {
    const { db, plan, finish, undo, readStock } = await setUp();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const scarf = (quantity: number) =>
      jsonLines({ ...SCARF, name: `Scarf ${quantity}`, variants: [{ sku: 'TS', price: 300, quantity }] });
    const withoutStock = await plan(scarf(90));
    await fixture.place(await fixture.cartOf(['test-scarf', 2]));
    expect(await finish(withoutStock)).toMatchObject({ counts: { done: 1 } });
    expect(await readStock('TS')).toBe(48);

    const withStock = await plan(scarf(60), { writesStock: true });
    expect((await importRows(db, withStock, {})).rows[0]?.changes).toContainEqual({
      field: 'TS quantity',
      from: '48',
      to: '60',
    });
    await fixture.place(await fixture.cartOf(['test-scarf', 5]));
    expect(await finish(withStock)).toMatchObject({ counts: { done: 1, failed: 0 } });
    expect(await readStock('TS')).toBe(55);

    await fixture.place(await fixture.cartOf(['test-scarf', 3]));
    expect(await finish(await undo(withStock))).toMatchObject({ counts: { done: 1, failed: 0 } });
    expect(await readStock('TS')).toBe(40);
    expect((await fixture.stock())['test-scarf']).toEqual({ stock: 40, sold: 10 });
    const cloth = jsonLines({ type: 'product', slug: 'test-cloth', variants: [{ sku: 'TC', bolts: [20] }] });
    const clothImport = await plan(cloth, { writesStock: true });
    await fixture.place(await fixture.cartOf(['test-cloth', 2]));
    expect(await finish(clothImport)).toMatchObject({ counts: { done: 0, failed: 1 } });
    expect(await readStock('TC')).toBe(1_050);
  });

  test('is undone row by row: removed variants are restored, and a new product becomes a draft', async () => {
    const { db, plan, finish, undo } = await setUp();
    await stockGoods(db);
    await saveCatalogueBatch(db, [
      { type: 'brand', slug: 'loom', name: 'Loom' },
      { ...oneProduct('shawl', 500), images: [{ src: 'shawl.jpg', alt: 'A shawl' }] },
      { ...REVIEW, id: 'r1', name: 'Asha', rating: 4 },
    ]);
    const goodsBefore = await readGoods(db);
    const id = await plan(
      jsonLines(
        { type: 'brand', slug: 'loom', name: 'Loom House' },
        { type: 'category', slug: 'wraps', name: 'Wraps' },
        { ...KURTA, name: 'Other Kurta', variants: [{ ...KURTA.variants[0], price: 2_500, quantity: 9 }] },
        { type: 'product', slug: 'shawl', brand: 'loom', categories: ['wraps'], images: [], content: 'Soft.' },
        oneProduct('new-kurta', 900),
        { ...REVIEW, id: 'r1', name: 'Asha', rating: 5 },
        { ...REVIEW, id: 'r2', name: 'Ravi', rating: 1 },
      ),
      { removesMissing: true, writesStock: true },
    );
    expect(await finish(id)).toMatchObject({ counts: { failed: 0, waiting: 0 } });
    const goodsBetween = await readGoods(db);
    expect(goodsBetween.variants.map(({ sku }) => sku)).not.toContain('TK-L');
    expect(goodsBetween.reviews.map(({ rating }) => rating)).toEqual([5, 1]);

    const undoId = await undo(id);
    expect(await readGoods(db)).toEqual(goodsBetween);
    const { rows } = await importRows(db, undoId, {});
    expect(rows.find(({ slug }) => slug === 'test-kurta')?.changes).toContainEqual({
      ...{ field: 'name', from: 'Other Kurta', to: 'Test Kurta' },
    });
    expect(await finish(undoId)).toMatchObject({ undoes: id, counts: { failed: 0, waiting: 0 } });
    const goodsAfter = await readGoods(db);
    const isNew = ({ slug }: { slug: string }) => slug === 'new-kurta';
    expect(goodsAfter.products.find(isNew)).toMatchObject({ status: 'draft' });
    const newId = goodsAfter.products.find(isNew)?.id;
    const facetsBefore = new Set(goodsBefore.facets.map(({ id: value }) => value));
    expect({
      ...goodsAfter,
      products: goodsAfter.products.filter((row) => !isNew(row)),
      variants: goodsAfter.variants.filter(({ product_id }) => product_id !== newId),
      facets: goodsAfter.facets.filter(({ id: value }) => facetsBefore.has(value)),
    }).toEqual(goodsBefore);
    const addedFacets = goodsAfter.facets.filter(({ id: value }) => !facetsBefore.has(value));
    expect(addedFacets.map(({ product_count }) => product_count)).toEqual(addedFacets.map(() => 0));
  });

  test('is not undone for a product that was changed since, and names this product', async () => {
    const { db, plan, finish, undo, edit } = await setUp();
    await stockGoods(db);
    const text = jsonLines(
      { type: 'product', slug: 'test-kurta', name: 'Other Kurta' },
      { type: 'product', slug: 'test-scarf', name: 'Silk Scarf' },
    );
    const id = await plan(text);
    await finish(id);
    const undoId = await undo(id);
    await edit({ slug: 'test-scarf', maker: 'Loom House' });
    expect(await finish(undoId)).toMatchObject({ counts: { done: 1, failed: 1 } });
    const { rows } = await importRows(db, undoId, { show: 'stayed' });
    expect(rows.map(({ name }) => name)).toEqual(['Test Scarf']);
    const kurtaRows = await db.write.selectFrom('product').select('name').where('slug', '=', 'test-kurta').execute();
    expect(kurtaRows).toEqual([{ name: 'Test Kurta' }]);
    await expect(undo(undoId)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('stops between two steps, and continues when started again', async () => {
    const { db, shop, plan, start, finish } = await setUp();
    const id = await plan(jsonLines(...Array.from({ length: 45 }, (_, n) => oneProduct(`kurta-${n}`, 1_000))));
    await start(id);
    await stopImport(shop, id);
    await runImports(shop, neverAborted);
    expect(await readImportSummary(db, id)).toMatchObject({ state: 'stopped', counts: { done: 20, waiting: 25 } });
    await expect(stopImport(shop, id)).rejects.toMatchObject({ code: 'conflict' });
    const countProducts = async () => (await db.write.selectFrom('product').select('id').execute()).length;
    expect(await countProducts()).toBe(20);
    expect(await finish(id)).toMatchObject({ state: 'done', counts: { done: 45, waiting: 0 } });
    expect(await countProducts()).toBe(45);
    await expect(start(id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('restarts its preview if the process that was creating it has ended', async () => {
    const { db, shop, clock, plan } = await setUp();
    const id = await plan(jsonLines(oneProduct('kurta', 1_000)));
    await db.write.updateTable('catalogue_import').set({ state: 'planning', planner: 'gone' }).execute();
    await planImports(shop, neverAborted);
    expect(await readImportSummary(db, id)).toMatchObject({ state: 'planning' });
    clock.at += 2 * MINUTE_MS;
    await planImports(shop, neverAborted);
    expect(await readImportSummary(db, id)).toMatchObject({ state: 'planned', counts: { waiting: 1 } });
  });

  test('needs the meanings of unknown columns, and stores them when it is started', async () => {
    const { db, shop, plan, finish } = await setUp();
    const id = await plan('Piece,Rate,Remarks\nKurta,900,blue\n', {}, 'list.csv');
    const firstSummary = await readImportSummary(db, id);
    expect(firstSummary.problem).toContain('no column is known to contain the names of the products');
    expect(firstSummary.report?.columns.map(({ name, use }) => [name, use])).toEqual([
      ['Piece', '-'],
      ['Rate', 'price'],
      ['Remarks', '-'],
    ]);
    await expect(finish(id)).rejects.toMatchObject({ code: 'conflict' });
    const rules: ImportRules = {
      ...DEFAULT_RULES,
      columns: [
        ['Piece', 'name'],
        ['Rate', 'price'],
        ['Remarks', '-'],
      ],
    };
    await replanImport(shop, id, firstSummary.version, rules);
    await expect(replanImport(shop, id, firstSummary.version - 1, rules)).rejects.toMatchObject({ code: 'conflict' });
    expect(await finish(id)).toMatchObject({ problem: null, counts: { done: 1 } });
    const mappings = await db.write.selectFrom('import_mapping').selectAll().orderBy('word').execute();
    expect(mappings.map(({ word, target }) => [word, target])).toEqual([
      ['piece', 'name'],
      ['rate', 'price'],
      ['remarks', '-'],
    ]);
  });

  test('rejects an unreadable record, and is deleted after 90 days, or one day if it was only previewed', async () => {
    const { db, shop, clock, plan, finish } = await setUp();
    const unreadableImport = await plan('{"type":', {}, 'goods.jsonl');
    expect((await readImportSummary(db, unreadableImport)).counts).toMatchObject({ refused: 1, waiting: 0 });
    const doneImport = await plan(jsonLines(oneProduct('kurta', 1_000)));
    await finish(doneImport);
    clock.at += 2 * DAY_MS;
    await deleteOldImports(shop);
    expect((await recentImports(db)).map(({ id }) => id)).toEqual([doneImport]);
    clock.at += 89 * DAY_MS;
    await deleteOldImports(shop);
    expect(await recentImports(db)).toEqual([]);
    expect(await db.write.selectFrom('catalogue_import_row').select('position').execute()).toEqual([]);
  });
});
