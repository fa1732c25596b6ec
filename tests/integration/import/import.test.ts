import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportCatalogue } from '#lib/catalog/import/export/export-catalogue.server.ts';
import { readCatalogue } from '#lib/catalog/import/export/read-catalogue.server.ts';
import { importCatalogue } from '#lib/catalog/import/import-catalogue.server.ts';
import type { ImportReport } from '#lib/catalog/import/import-report.ts';
import type { CatalogueRecord, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { latestInvalidationId, pollInvalidations } from '#lib/platform/db/invalidation.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { onBothEngines } from '#support/database.ts';

const root = mkdtempSync(join(tmpdir(), 'taana-import-'));
const images = join(root, 'photos');
let folderCount = 0;

beforeAll(async () => {
  mkdirSync(images);
  const photo = sharp({ create: { width: 300, height: 400, channels: 3, background: '#a04030' } });
  writeFileSync(join(images, 'front.jpg'), await photo.jpeg().toBuffer());
  writeFileSync(join(images, 'back.jpg'), await photo.negate().jpeg().toBuffer());
  writeFileSync(join(images, 'broken.jpg'), 'no picture');
  writeFileSync(join(root, 'outside.jpg'), 'secret');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function writeFile(name: string, text: string): string {
  const dir = join(root, String(folderCount++));
  mkdirSync(dir);
  writeFileSync(join(dir, name), text);
  return join(dir, name);
}

function writeJsonl(records: (object | string)[]): string {
  return writeFile(
    'goods.jsonl',
    records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n'),
  );
}

interface TestShop {
  db: ShopDatabase;
  dataDir: string;
  pictures: PictureStore;
  importFile(source: string, more?: Partial<Parameters<typeof importCatalogue>[0]>): Promise<ImportReport>;
}

function createShop(db: ShopDatabase): TestShop {
  const dataDir = join(root, `data-${folderCount++}`);
  const pictures = new PictureStore(dataDir);
  const importFile: TestShop['importFile'] = (source, more) =>
    importCatalogue({ db, pictures, source, imagesDir: images, ...more });
  return { db, dataDir, pictures, importFile };
}

async function readAllRecords(db: ShopDatabase): Promise<CatalogueRecord[]> {
  const records: CatalogueRecord[] = [];
  for await (const record of readCatalogue(db)) records.push(record);
  return JSON.parse(JSON.stringify(records));
}

async function findProduct(db: ShopDatabase, slug: string): Promise<ProductRecord | undefined> {
  return (await readAllRecords(db)).find(
    (record): record is ProductRecord => record.type === 'product' && record.slug === slug,
  );
}

const KURTA = {
  type: 'product',
  slug: 'kurta',
  name: 'Kurta',
  brand: 'beej',
  categories: ['women'],
  sell_unit: 'piece',
  created_at: '2026-01-01',
  long_content: '<p onclick="x">Soft<script>bad()</script></p>',
  options: ['size'],
  variants: [
    { sku: 'K-S', values: { size: 'S' }, price: 999.5, quantity: 3 },
    { sku: 'K-M', values: { size: 'M' }, price: 999.5, sale_price: 799, quantity: 0 },
  ],
  images: [{ src: 'front.jpg', alt: 'Front' }],
};
const CLOTH = {
  type: 'product',
  slug: 'khadi',
  name: 'Khadi',
  categories: ['women'],
  sell_unit: 'metre',
  created_at: '2026-01-02',
  care: ['Cold wash'],
  variants: [{ sku: 'KH', price: 400, quantity: 12.5, bolts: [10, 2.5], hsn: '5208' }],
};
const REVIEW = { type: 'review', product: 'kurta', name: 'Asha', rating: 4, summary: 'Soft', created_at: '2026-02-01' };
const TAXONOMY = [
  { type: 'brand', slug: 'beej', name: 'Beej' },
  { type: 'category', slug: 'women', name: 'Women', hsn: '6206' },
];
/** Reviews and products come before the records that they refer to, because the order in the file is arbitrary. */
const GOODS = [REVIEW, KURTA, CLOTH, ...TAXONOMY];

const HEADER =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Image Alt Text,Variant Image,Status,Cost per item,Fabric (product.metafields.shopify.fabric),Moon phase';
const TUNIC = [
  'tunic,Tunic,"<p>Two\r\nlines, ""quoted""</p>",Mogra Lane,Tops,"new, sale",TRUE,Color,Red,Size,M,T-RM,4,800,1000,back.jpg,2,Back,front.jpg,active,300,cotton,full',
  'tunic,,,,,,,,Red,,L,T-RL,2,900,,front.jpg,1,Front,front.jpg,,,,',
].join('\r\n');

function writeCsv(...lines: string[]): string {
  return writeFile('goods.csv', `\uFEFF${[HEADER, ...lines].join('\r\n')}\r\n`);
}

onBothEngines('an import', (open) => {
  it('reads JSON lines in any order, cleans descriptions, and changes nothing the second time', async () => {
    const { db, importFile } = createShop(await open());
    const source = writeJsonl(GOODS);
    expect(await importFile(source)).toMatchObject({
      created: 5,
      leftOutCount: 0,
      pictureCount: 1,
      problems: [],
      warnings: [],
    });
    expect(await findProduct(db, 'kurta')).toMatchObject({ long_content: '<p>Soft</p>' });
    const invalidationId = await latestInvalidationId(db);
    expect(await importFile(source)).toMatchObject({ created: 0, updated: 0, unchanged: 5, leftOutCount: 0 });
    expect((await pollInvalidations(db, invalidationId)).tags).toEqual(new Set());
  });

  it('leaves out invalid lines, reports their numbers, and does not write partial products', async () => {
    const { db, importFile } = createShop(await open());
    const invalidProduct = {
      ...KURTA,
      slug: 'half',
      variants: [KURTA.variants[0], { ...KURTA.variants[1], price: 'a lot' }],
    };
    const source = writeJsonl([
      ...TAXONOMY,
      '',
      '{"type":"product",',
      invalidProduct,
      KURTA,
      { ...KURTA, name: 'Again' },
      { ...CLOTH, brand: 'nobody' },
    ]);
    const report = await importFile(source);
    expect(report.problems.map(({ line }) => line)).toEqual([4, 5, 7, 8]);
    expect(report.problems[1]?.message).toMatch(/variants\[1\]\.price/);
    expect(report.problems[2]?.message).toMatch(/is already in goods.jsonl, line 6/);
    expect(report.problems[3]?.message).toMatch(/brand "nobody"/);
    expect(report).toMatchObject({ created: 3, leftOutCount: 4 });
    expect((await readAllRecords(db)).flatMap((record) => (record.type === 'product' ? record.slug : []))).toEqual([
      'kurta',
    ]);
  });

  it('writes nothing in a dry run, and reports what it would do', async () => {
    const { db, dataDir, importFile } = createShop(await open());
    const source = writeJsonl([...GOODS, { ...REVIEW, product: 'nothing' }]);
    expect(await importFile(source, { isDryRun: true })).toMatchObject({
      created: 5,
      leftOutCount: 1,
      problems: [{ line: 6 }],
    });
    expect(await readAllRecords(db)).toEqual([]);
    expect(existsSync(dataDir)).toBe(false);
    await importFile(source);
    const changedFile = writeJsonl([KURTA, { ...CLOTH, name: 'Khadi cloth' }]);
    expect(await importFile(changedFile, { isDryRun: true })).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    expect((await findProduct(db, 'khadi'))?.name).toBe('Khadi');
  });

  it('of an export changes nothing, and copies everything with its pictures into another shop', async () => {
    const shop = createShop(await open());
    await shop.importFile(writeJsonl(GOODS));
    const target = join(root, `export-${folderCount++}.jsonl`);
    const imagesDir = join(root, `images-${folderCount++}`);
    const exportResult = await exportCatalogue({ ...shop, target, format: 'jsonl', imagesDir });
    expect(exportResult).toEqual({ recordCount: 5, pictureCount: 1 });
    expect(await shop.importFile(target, { imagesDir })).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 5,
      leftOutCount: 0,
    });
    const otherShop = createShop(await open());
    expect(await otherShop.importFile(target, { imagesDir })).toMatchObject({ created: 5, warnings: [] });
    expect(await readAllRecords(otherShop.db)).toEqual(await readAllRecords(shop.db));
  });

  it('reads a Shopify CSV: several lines per product, CRLF, byte order mark, quotes, picture positions', async () => {
    const { db, importFile } = createShop(await open());
    const report = await importFile(writeCsv(TUNIC));
    expect(report).toMatchObject({ leftOutCount: 0, pictureCount: 2 });
    const warnings = report.warnings.map(({ message }) => message).join('\n');
    expect(warnings).toMatch(
      /columns that this shop does not use are ignored: Cost per item, Fabric \(product.metafields.shopify.fabric\)/,
    );
    expect(warnings).toMatch(/unknown columns are ignored: Moon phase/);
    expect(warnings).toMatch(/2 tags match no category, and are used for search only: new, sale/);
    expect(await findProduct(db, 'tunic')).toMatchObject({
      name: 'Tunic',
      brand: 'mogra-lane',
      categories: ['tops'],
      long_content: '<p>Two\nlines, "quoted"</p>',
      options: ['Color', 'Size'],
      variants: [
        { sku: 'T-RM', values: { Color: 'Red', Size: 'M' }, price: 1000, sale_price: 800, quantity: 4 },
        { sku: 'T-RL', values: { Color: 'Red', Size: 'L' }, price: 900, quantity: 2 },
      ],
      images: [
        { src: 'front.jpg', alt: 'Front', color: 'Red' },
        { src: 'back.jpg', alt: 'Back' },
      ],
    });
    expect(await importFile(writeCsv(TUNIC))).toMatchObject({ created: 0, updated: 0, leftOutCount: 0 });
  });

  it('reads Shopify’s newer headers, and a product without options', async () => {
    const { db, importFile } = createShop(await open());
    const header =
      'Title,URL handle,Description,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Inventory quantity,Weight value (grams),Product image URL,Image alt text,SEO title,HS code';
    const source = writeFile(
      'new.csv',
      `${header}\nStole,stole,Warm,TRUE,draft,S-1,Title,Default Title,500,450,-2,120,front.jpg,A stole,Stoles,6214\n`,
    );
    expect(await importFile(source)).toMatchObject({ leftOutCount: 0, warnings: [] });
    expect(await findProduct(db, 'stole')).toMatchObject({
      status: 'draft',
      long_content: 'Warm',
      seo_title: 'Stoles',
      variants: [{ sku: 'S-1', price: 500, quantity: 0, weight_g: 120 }],
      images: [{ src: 'front.jpg', alt: 'A stole' }],
    });
  });

  it('leaves out all products to which an invalid CSV line may belong, and no others', async () => {
    const { db, importFile } = createShop(await open());
    const report = await importFile(
      writeCsv(
        'a,A,,,,,,Size,S,,,A-S,1,100',
        'a,,,,,,,,S,,,A-T,1,100',
        'b,B,,,,,,Size,S,,,B-S,1,100',
        'b,,,,,,,,M,,,B-M,1,lots',
        'c,C,,,,,,,,,,C,1,100',
        'd,D,,,,,,Size,S,,,D-S,1,100',
        ',,,,,,,,M,,,D-M,1,100',
        'e,E,"Unclosed,,,,,,,,E,1,100',
        'f,F,,,,,,Size,S,,,F-S,1,100',
        'f,,"x",,,,,,M,,,F-M,1,100',
        'f,,,,,,,,L,,,F-L,1,100',
        'g,G,,,,,,,,,,G,1,100',
        'h,H,,,,,,,,,,H,1,',
        'i,I,,,,,,Size,,,,I,1,100',
        'c,C,,,,,,,,,,C,2,100',
      ),
    );
    const leftOut = report.problems.map(({ line, message }) => [line, /product "(\w+)"/.exec(message)?.[1]]);
    expect(leftOut).toEqual([
      [3, 'a'],
      [5, 'b'],
      [6, 'c'],
      [8, 'd'],
      [9, undefined],
      [12, 'f'],
      [14, 'h'],
      [15, 'i'],
      [16, 'c'],
    ]);
    const slugs = (await readAllRecords(db)).flatMap((record) => (record.type === 'product' ? record.slug : []));
    expect(slugs).toEqual(['g']);
  });

  it('of a CSV keeps fields without a column, and changes nothing if the CSV is an export', async () => {
    const { db, pictures, importFile } = createShop(await open());
    await importFile(writeJsonl(GOODS));
    await importFile(writeCsv(TUNIC));
    await importFile(writeJsonl([{ type: 'category', slug: 'tops', hsn: '6206' }]));
    const recordsBefore = await readAllRecords(db);
    const target = join(root, `export-${folderCount++}.csv`);
    expect(await exportCatalogue({ db, pictures, target, format: 'csv' })).toMatchObject({ recordCount: 3 });
    expect(await importFile(target)).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 3,
      leftOutCount: 0,
      warnings: [],
    });
    expect(await readAllRecords(db)).toEqual(recordsBefore);
    const editedText = (await readFile(target, 'utf8')).replace('400.00', '450.00');
    expect(await importFile(writeFile('repriced.csv', editedText))).toMatchObject({ updated: 1 });
    expect(await findProduct(db, 'khadi')).toMatchObject({
      care: ['Cold wash'],
      variants: [{ price: 450, bolts: [10, 2.5], hsn: '5208' }],
    });
  });

  it('changes only the fields that have a column, and the stock only if requested', async () => {
    const { db, importFile } = createShop(await open());
    await importFile(writeJsonl(GOODS));
    const stockFile = writeFile('stock.csv', 'Handle,Variant SKU,Variant Inventory Qty\nkurta,K-M,7\n');
    expect(await importFile(stockFile)).toMatchObject({ updated: 0, unchanged: 1, keptStockCount: 1 });
    expect(await importFile(stockFile, { writesStock: true })).toMatchObject({ updated: 1, keptStockCount: 0 });
    expect(await findProduct(db, 'kurta')).toMatchObject({
      name: 'Kurta',
      brand: 'beej',
      variants: [
        { sku: 'K-S', price: 999.5, quantity: 3 },
        { sku: 'K-M', sale_price: 799, quantity: 7 },
      ],
      images: [{ src: 'front.jpg' }],
    });
  });

  it('saves a product whose picture can’t be fetched; the next import retries the picture', async () => {
    const { db, importFile } = createShop(await open());
    const pictureSources = ['broken.jpg', 'missing.jpg', 'http://127.0.0.1:1/x.jpg', 'http://localhost/x.jpg'];
    const source = writeJsonl([...TAXONOMY, { ...KURTA, images: pictureSources.map((src) => ({ src, alt: '' })) }]);
    const report = await importFile(source);
    expect(report).toMatchObject({ created: 3, leftOutCount: 0, pictureCount: 0 });
    const warnings = report.warnings.map(({ message }) => message).sort();
    expect(warnings).toEqual([
      expect.stringMatching(/^picture broken.jpg: it is not a picture/),
      expect.stringMatching(/^picture http:\/\/127.0.0.1:1\/x.jpg: .* not on the public internet/),
      expect.stringMatching(/^picture http:\/\/localhost\/x.jpg: .* not on the public internet/),
      expect.stringMatching(/^picture missing.jpg: there is no such file/),
    ]);
    expect((await findProduct(db, 'kurta'))?.images).toHaveLength(4);
    writeFileSync(join(images, 'missing.jpg'), await readFile(join(images, 'front.jpg')));
    expect(await importFile(source)).toMatchObject({ updated: 1, pictureCount: 1 });
    rmSync(join(images, 'missing.jpg'));
    expect(await importFile(source)).toMatchObject({ updated: 0 });
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe or follow a link out of the folder', async () => {
    const { importFile } = createShop(await open());
    const folder = join(root, `odd-${folderCount++}`);
    mkdirSync(join(folder, 'deep'), { recursive: true });
    const pipe = join(folder, 'goods.jsonl');
    execFileSync('mkfifo', [join(folder, 'pipe.jpg'), pipe]);
    symlinkSync(join(folder, 'pipe.jpg'), join(folder, 'to-pipe.jpg'));
    symlinkSync(join(root, 'outside.jpg'), join(folder, 'out.jpg'));
    symlinkSync(root, join(folder, 'deep', 'up'));
    symlinkSync('/dev/zero', join(folder, 'zero.jpg'));
    const names = ['pipe.jpg', 'to-pipe.jpg', 'out.jpg', 'deep/up/outside.jpg', 'zero.jpg', 'deep'];
    const source = writeJsonl([...TAXONOMY, { ...KURTA, images: names.map((src) => ({ src, alt: '' })) }]);
    const report = await importFile(source, { imagesDir: folder });
    expect(report).toMatchObject({ created: 3, pictureCount: 0 });
    expect(report.warnings.map(({ message }) => message).sort()).toEqual([
      'picture deep/up/outside.jpg: the path leads outside the folder of images',
      'picture deep: not a regular file',
      'picture out.jpg: the path leads outside the folder of images',
      'picture pipe.jpg: not a regular file',
      'picture to-pipe.jpg: not a regular file',
      'picture zero.jpg: the path leads outside the folder of images',
    ]);
    await expect(importFile(pipe)).rejects.toThrow('is not a file');
  });

  it('accepts options with the names of inherited object properties, and reports a missing value', async () => {
    const { db, importFile } = createShop(await open());
    const unusualNames = ['__proto__', 'constructor', 'toString'];
    const variantWith = (values: [string, string][]) => ({
      price: 100,
      quantity: 1,
      values: Object.fromEntries(values),
    });
    const completeProduct = {
      ...KURTA,
      slug: 'odd',
      options: unusualNames,
      images: [],
      variants: [variantWith(unusualNames.map((name) => [name, `of ${name}`]))],
    };
    const incompleteProducts = unusualNames.map((name) => ({
      ...KURTA,
      slug: `no-${name.replaceAll('_', '').toLowerCase()}`,
      options: [name],
      images: [],
      variants: [variantWith([])],
    }));
    const source = writeJsonl([...TAXONOMY, completeProduct, ...incompleteProducts]);
    const report = await importFile(source);
    expect(report.problems.map(({ message }) => message)).toEqual(
      unusualNames.map((name) => `variants[0].values must have a value for "${name}"`),
    );
    expect((await findProduct(db, 'odd'))?.variants[0]?.values).toEqual(
      Object.fromEntries(unusualNames.map((name) => [name, `of ${name}`])),
    );
    expect((await showProduct(db, 'odd'))?.variants[0]?.values).toEqual(unusualNames.map((name) => `of ${name}`));
    for (const format of ['jsonl', 'csv'] as const) {
      const target = join(root, `odd-${folderCount++}.${format}`);
      await exportCatalogue({ db, target, format });
      expect(await importFile(target)).toMatchObject({ created: 0, updated: 0, leftOutCount: 0 });
    }
  });

  it('fetches a picture from the web only once', async () => {
    const { db, importFile } = createShop(await open());
    let requestCount = 0;
    const server = createServer(async (_req, res) => {
      requestCount++;
      res.end(await readFile(join(images, 'front.jpg')));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const src = `http://127.0.0.1:${(server.address() as AddressInfo).port}/front.jpg`;
    const source = writeJsonl([
      ...TAXONOMY,
      { ...KURTA, images: [{ src, alt: '' }] },
      { ...CLOTH, images: [{ src, alt: '' }] },
    ]);
    const options = { isAllowed: (address: string) => address === '127.0.0.1' };
    expect(await importFile(source, options)).toMatchObject({ created: 4, warnings: [] });
    expect(await importFile(source, options)).toMatchObject({ unchanged: 4, warnings: [] });
    server.close();
    expect(requestCount).toBe(1);
    const rows = await db.read.selectFrom('picture').select('hash').execute();
    expect(rows.map(({ hash }) => typeof hash)).toEqual(['string', 'string']);
  });
});

describe('unreadable files', () => {
  it.each([
    ['latin.csv', Buffer.from('Handle,Title\na,caf\xe9\n', 'latin1'), /not valid UTF-8/],
    ['other.csv', Buffer.from('name;price\na;1\n'), /not separated by commas/],
    ['prices.csv', Buffer.from('Rate,Qty\n5,1\n'), /no column is known to contain the names/],
    ['empty.csv', Buffer.from(''), /empty/],
    ['goods.xlsx', Buffer.from('PK'), /is a spreadsheet: open it and save it as "CSV UTF-8"/],
    ['goods.zip', Buffer.from('PK'), /format is unknown/],
  ])('%s is rejected, and the message states the reason', async (name, bytes, message) => {
    const { openDatabase } = await import('#lib/platform/db/db.server.ts');
    const { migrate } = await import('#lib/platform/db/migrator/migrate.server.ts');
    const db = await openDatabase({ dataDir: '', isTemporary: true });
    await migrate(db);
    const path = writeFile(name, '');
    writeFileSync(path, bytes);
    await expect(createShop(db).importFile(path)).rejects.toThrow(message);
    await expect(createShop(db).importFile(`${path}.gone`)).rejects.toThrow(/There is no file/);
    await db.close();
  });
});
