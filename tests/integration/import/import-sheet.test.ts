import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCatalogue } from '#lib/catalog/import/export/read-catalogue.server.ts';
import { type ImportOptions, importCatalogue } from '#lib/catalog/import/import-catalogue.server.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { saveMappings } from '#lib/catalog/import/sheet/mappings.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { openMigrated } from '#lib/platform/db/migrator/open-migrated.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { onBothEngines } from '#support/database.ts';
import { recordOf } from '#support/owner-import.ts';
import { shopCli } from '#support/shop-cli.ts';

const root = mkdtempSync(join(tmpdir(), 'taana-sheet-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let fileCount = 0;

function writeSheet(...lines: string[]): string {
  const path = join(root, `goods-${fileCount++}.csv`);
  writeFileSync(path, lines.join('\n'));
  return path;
}

async function setUpShop(db: ShopDatabase) {
  const pictures = new PictureStore(join(root, `data-${fileCount++}`));
  const importFile = (source: string, options: Partial<ImportOptions> = {}) =>
    importCatalogue({ db, pictures, source, ...options });
  const variants = () =>
    db.write.selectFrom('variant').select(['id', 'name', 'sku', 'quantity', 'price_paise']).orderBy('id').execute();
  return { db, importFile, variants };
}

async function readCategories(db: ShopDatabase) {
  const lines: string[] = [];
  for await (const record of readCatalogue(db)) {
    if (record.type === 'category') lines.push(`${record.parent ?? ''}/${record.slug}: ${record.name}`);
  }
  return lines;
}

const HEADER = 'Name,Price,Size,Colour,Stock,SKU';
const KURTA = ['Kurta,"1,299",S,Rust,4,K-S', 'Kurta,"1,299",M,Rust,6,K-M'];

onBothEngines('an import of a plain sheet', (open) => {
  test('writes the stock of existing products only if requested, and otherwise counts the differences', async () => {
    const { importFile, variants } = await setUpShop(await open());
    await importFile(writeSheet(HEADER, ...KURTA));
    const variantsBefore = await variants();
    expect(variantsBefore.map(({ quantity }) => quantity)).toEqual([4, 6]);
    const sheetWithCounts = writeSheet(HEADER, 'Kurta,"1,299",S,Rust,9,K-S', 'Kurta,"1,299",M,Rust,6,K-M');
    expect(await importFile(sheetWithCounts)).toMatchObject({ updated: 0, keptStockCount: 1 });
    expect(await variants()).toEqual(variantsBefore);
    await importFile(sheetWithCounts, { writesStock: true });
    expect((await variants()).map(({ quantity }) => quantity)).toEqual([9, 6]);
    const twoColumnSheet = writeSheet('Name,Size,Colour,Stock,Godown', 'Kurta,S,Rust,1,20', 'Kurta,M,Rust,1,30');
    await importFile(twoColumnSheet, { stockColumn: 'godown' });
    expect((await variants()).map(({ quantity }) => quantity)).toEqual([20, 30]);
    await expect(importFile(twoColumnSheet, { stockColumn: 'shelf' })).rejects.toThrow(/there is no column "shelf"/);
  });

  test('removes nothing unless requested, and keeps the ids of variants', async () => {
    const { importFile, variants } = await setUpShop(await open());
    await importFile(writeSheet(HEADER, ...KURTA));
    const variantsBefore = await variants();
    const report = await importFile(writeSheet(HEADER, 'Kurta,₹999,M,Rust,,K-M', 'Kurta,₹999,L,,5,K-L'));
    expect(report).toMatchObject({ problems: [], tallies: { variants: { created: 1, updated: 1, removed: 0 } } });
    const variantsAfter = await variants();
    expect(variantsAfter.map(({ id, name, price_paise }) => [id, name, price_paise])).toEqual([
      [variantsBefore[0]?.id, 'Rust/S', 129_900],
      [variantsBefore[1]?.id, 'Rust/M', 99_900],
      [expect.any(Number), 'Rust/L', 99_900],
    ]);
    await importFile(writeSheet(HEADER, 'Kurta,₹999,M,Rust,,K-M'), { removesMissing: true });
    expect((await variants()).map(({ id }) => id)).toEqual([variantsBefore[1]?.id]);
  });

  test('reports each changed field in a dry run, and writes nothing', async () => {
    const { importFile, variants } = await setUpShop(await open());
    await importFile(writeSheet('Name,Price,Description', 'Stole,450,Soft'));
    const variantsBefore = await variants();
    const report = await importFile(writeSheet('Name,Price,MRP,Description', 'Stole,₹400,₹450,Very soft'), {
      isDryRun: true,
    });
    expect(report.changes).toEqual([
      {
        entry: 'stole',
        changes: [
          { field: 'long_content', from: '<p>Soft</p>', to: '<p>Very soft</p>' },
          { field: 'variant sale_price', from: '–', to: '400' },
        ],
      },
    ]);
    expect(await variants()).toEqual(variantsBefore);
  });

  test('counts cloth in metres and bolts', async () => {
    const { db, importFile } = await setUpShop(await open());
    const source = writeSheet('Name,Rate per metre,Stock,Minimum', 'Khadi,₹390,20 + 12.5,0.5', 'Mul,220,40 m,');
    expect(await importFile(source)).toMatchObject({ problems: [] });
    expect(await recordOf(db, 'khadi')).toMatchObject({
      sell_unit: 'metre',
      min_quantity: 0.5,
      variants: [{ price: 390, quantity: 32.5, bolts: [20, 12.5] }],
    });
    expect(await importFile(source)).toMatchObject({ updated: 0, keptStockCount: 0 });
    await importFile(writeSheet('Name,Stock', 'Khadi,30'), { writesStock: true });
    expect((await recordOf(db, 'khadi')).variants[0]).toMatchObject({ quantity: 30, bolts: [30] });
  });

  test('explains what is wrong with a line, and leaves out only the product in it', async () => {
    const { db, importFile } = await setUpShop(await open());
    const report = await importFile(
      writeSheet(
        'Name,Price,Size,Stock,HSN,Unit',
        'A,"12,99",S,1,6206,piece',
        'B,100,"S, M",5,6206,piece',
        'C,100,,5,62,piece',
        'D,100,,many,6206,piece',
        'E,100,,1,6206,dozen',
        'F,100,S,1,6206,piece',
        'F,100,,1,6206,piece',
        'G,100,S,1,6206,piece',
        'G,100,S,1,6206,piece',
        'H,,,1,6206,piece',
        'कुर्ती,100,,1,6206,piece',
        'I,1,299,,4,6206,piece',
        'J,100.555,,1,6206,piece',
        'Fine,100,,1,6206,piece',
      ),
    );
    expect(report.problems.map(({ line, message }) => `${line}: ${message.replace(/ \(product.*/, '')}`)).toEqual([
      `2: price "12,99" can't be read: write it as 1299, 1,299.50 or ₹1,299`,
      '3: one stock, "5", for 2 sizes: write one for each, such as 5, 3, 2, or a row for each size',
      '4: HSN "62" must be an HSN of 4, 6 or 8 digits',
      '5: stock "many" is not a number such as 12 or 25.5',
      '6: unit "dozen" is neither piece nor metre',
      '8: has no size, which its other rows have',
      '10: has the same values as line 9: S',
      '11: has no price',
      '12: "कुर्ती" has no Latin letters for a URL: add a column "Handle"',
      '13: has 7 cells where the header has 6; a comma within a cell, such as in 1,299, needs quotes around the cell',
      `14: price "100.555" can't be read: write it as 1299, 1,299.50 or ₹1,299`,
    ]);
    const products = await db.read.selectFrom('product').select('slug').execute();
    expect(products.map(({ slug }) => slug)).toEqual(['fine']);
  });

  test('rejects a sheet without a known column of names unless a mapping of its columns is passed or stored', async () => {
    const { db, importFile } = await setUpShop(await open());
    const unusualSheet = writeSheet('Piece,Cost to you,Maal,Brand', 'Potli,₹350,4,Acct-7');
    await expect(importFile(unusualSheet)).rejects.toMatchObject({
      message: expect.stringMatching(/no column is known to contain the names.*"Piece", "Cost to you"/),
      remedy: { by: 'columns' },
    });
    const ownerMappings = {
      columns: new Map([
        ['Piece', 'name'],
        ['Cost to you', 'price'],
        ['Maal', 'stock'],
      ] as const),
      brands: new Map([['Acct-7', 'Asha Prints']]),
    };
    expect(await importFile(unusualSheet, { mappings: ownerMappings, isDryRun: true })).toMatchObject({
      created: 2,
      problems: [],
    });
    await saveMappings(db, ownerMappings);
    await saveMappings(db, { columns: new Map([['MAAL ', 'stock']]) });
    const report = await importFile(unusualSheet);
    expect(report.problems).toEqual([]);
    expect(report.warnings).toEqual([expect.objectContaining({ message: expect.stringMatching(/no HSN/) })]);
    expect(await recordOf(db, 'potli')).toMatchObject({
      brand: 'asha-prints',
      variants: [{ price: 350, quantity: 4 }],
    });
  });

  test('rejects sizes for a product without sizes because its stock would be lost', async () => {
    const { importFile, variants } = await setUpShop(await open());
    await importFile(writeSheet('Name,Price,Stock', 'Jutti,1100,4'));
    const sheetWithSizes = writeSheet('Name,Price,Size,Stock', 'Jutti,1100,6,2', 'Jutti,1100,7,3');
    const rejection = await importFile(sheetWithSizes);
    expect(rejection.problems[0]).toMatchObject({
      message: expect.stringContaining('gives "Jutti" a size, which it does not have in the shop'),
      remedy: { by: 'removing' },
    });
    await importFile(sheetWithSizes, { removesMissing: true });
    expect((await variants()).map(({ name, quantity }) => [name, quantity])).toEqual([
      ['6', 2],
      ['7', 3],
    ]);
  });

  test('shows each new product in a dry run, with its prices, stock and number of pictures', async () => {
    const { importFile } = await setUpShop(await open());
    const source = writeSheet(
      'Name,Price,MRP,Size,Stock,Category,Image',
      'Kurta,"₹1,250",1600,S,4,Women > Kurtis,a.jpg',
      ',1300,,M,,,',
    );
    const { newEntries, changes } = await importFile(source, { isDryRun: true });
    expect(changes).toEqual([]);
    expect(newEntries).toEqual([
      { kind: 'category', name: 'Women' },
      { kind: 'category', name: 'Kurtis' },
      { kind: 'product', name: 'Kurta', about: '₹1,250 to ₹1,300, 2 variants, 4 in stock, in Kurtis, 1 picture' },
    ]);
  });

  test('rejects a price list without sizes for a product with several sizes unless the list has SKUs', async () => {
    const { importFile } = await setUpShop(await open());
    await importFile(writeSheet(HEADER, ...KURTA));
    const report = await importFile(writeSheet('Name,Price', 'Kurta,900'));
    expect(report.problems[0]?.message).toMatch(/does not say which colour and size: the shop has several of "Kurta"/);
    expect(await importFile(writeSheet('Name,Price,SKU', 'Kurta,900,K-M'))).toMatchObject({ updated: 1, problems: [] });
  });
});

test('the import command stores the mappings of columns and brands, and shows how it reads a list', async () => {
  await (await openMigrated({ dataDir: join(root, 'tool') }, { creation: { isNew: false } })).close();
  const shop = shopCli(join(root, 'tool'), { LOG_LEVEL: 'warn' });
  const unusualSheet = writeSheet('Piece,Cost to you,Brand,Remarks', 'Potli,₹350,acct-7,fast');
  expect(shop('import', join(root, 'gone.csv')).stderr).toMatch(/There is no file/);
  expect(shop('import', unusualSheet, '--columns', 'Piece=nome').stderr).toMatch(
    /--columns: "nome" is not one of name, price/,
  );
  const answers = ['--columns', 'Piece=name; Cost to you=price', '--brand', 'acct-7=', '--brand', 'Acct-8=Asha Prints'];
  const dryRun = shop('import', unusualSheet, ...answers, '--dry-run');
  expect(dryRun.stdout).toMatch(
    /is read as a list of goods: Piece = name, Cost to you = price, Brand = brand\.\nDry run/,
  );
  expect(dryRun.stdout).toMatch(/new: Potli: ₹350, sold out, in no category, no picture/);
  expect(shop('import', unusualSheet).stderr).toMatch(/no column is known to contain the names/);
  expect(shop('import', unusualSheet, ...answers)).toMatchObject({ status: 0 });
  const secondImport = shop('import', writeSheet('Piece,Cost to you,Brand', 'Potli,360,acct-7', 'Jutti,900,acct-8'));
  expect(secondImport.stdout).toMatch(/potli: variant price 350 → 360\n/);
  expect(secondImport.stdout).toMatch(/New brands: Asha Prints\.\n/);
});

const SHOPIFY = 'Handle,Title,Type,Product Category,Tags,Variant Price';

onBothEngines('categories in a Shopify CSV', (open) => {
  async function setUpShopWithCategories(db: ShopDatabase) {
    await saveCatalogueBatch(db, [
      { type: 'category', slug: 'women', name: 'Women' },
      { type: 'category', slug: 'men', name: 'Men' },
      { type: 'category', slug: 'women-kurtas', name: 'Kurtas', parent: 'women' },
      { type: 'category', slug: 'men-kurtas', name: 'Kurtas', parent: 'men' },
      { type: 'category', slug: 'tops', name: 'Tops and tunics' },
    ]);
    return setUpShop(db);
  }
  const readCategorySlugs = async (db: ShopDatabase, slug: string) => (await recordOf(db, slug)).categories;

  test('are taken from type, tags and Product Category, and never renamed', async () => {
    const { db, importFile } = await setUpShopWithCategories(await open());
    const categoriesBefore = await readCategories(db);
    await importFile(
      writeSheet(
        SHOPIFY,
        'a,A,,,"men, kurta, new",10',
        'b,B,Tops,,,10',
        'c,C,,Apparel & Accessories > Women > Kurtas,,10',
        'd,D,,Apparel & Accessories > Women > Saris & Lehengas,,10',
        'e,E,,,women,10',
        'f,F,TOPS,,category:tops,10',
      ),
    );
    expect(await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((slug) => readCategorySlugs(db, slug)))).toEqual([
      ['men-kurtas'],
      ['tops'],
      ['women-kurtas'],
      ['women'],
      ['women'],
      ['tops'],
    ]);
    expect(await readCategories(db)).toEqual(categoriesBefore);
  });

  test('are taken from the type and known tags, or from all tags if requested', async () => {
    const { db, importFile } = await setUpShopWithCategories(await open());
    const source = writeSheet(SHOPIFY, 'a,A,Oddments,,"summer, women",10');
    await importFile(source);
    expect(await readCategorySlugs(db, 'a')).toEqual(['oddments', 'women']);
    await importFile(source, { categoryFrom: 'tags' });
    expect(await readCategorySlugs(db, 'a')).toEqual(['summer', 'women']);
    expect(await readCategories(db)).toContain('/summer: Summer');
  });

  test('are added for a new tag, and replaced for a new type', async () => {
    const { db, importFile } = await setUpShopWithCategories(await open());
    await importFile(writeSheet(SHOPIFY, 'a,A,Tops,,,10'));
    await importFile(writeSheet(SHOPIFY, 'a,A,Tops,,men,10'));
    expect(await readCategorySlugs(db, 'a')).toEqual(['tops', 'men']);
    await importFile(writeSheet(SHOPIFY, 'a,A,Bags,,,10'));
    expect(await readCategorySlugs(db, 'a')).toEqual(['bags']);
  });
});
