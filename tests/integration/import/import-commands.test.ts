import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { exportCommand } from '#lib/catalog/import/export/export-command.server.ts';
import { categoriesCommand, goodsCommand } from '#lib/catalog/import/goods-commands.server.ts';
import { importCommand } from '#lib/catalog/import/import-command.server.ts';
import { commandFixture } from '#support/command-fixture.ts';

afterEach(() => {
  // The exit code is reset, because the command sets it to 1 if a record was left out.
  process.exitCode = undefined;
});

const KURTA = {
  type: 'product',
  slug: 'kurta',
  name: 'Kurta',
  categories: ['women'],
  sell_unit: 'piece',
  options: ['size'],
  variants: [
    { sku: 'K-M', values: { size: 'M' }, price: 900, quantity: 3 },
    { sku: 'K-L', values: { size: 'L' }, price: 900, quantity: 1 },
  ],
};
const GOODS = [
  { type: 'category', slug: 'women', name: 'Women', hsn: '6206' },
  KURTA,
  {
    type: 'product',
    slug: 'scarf',
    name: 'Scarf',
    categories: [],
    sell_unit: 'piece',
    variants: [{ sku: 'S', price: 300, quantity: 3 }],
  },
];
const KURTA_IN_ONE_SIZE = { ...KURTA, variants: [{ sku: 'K-M', values: { size: 'M' }, price: 950, quantity: 9 }] };
const PRICE_LIST = 'Code,Item,Rate,Stock\nP1,Pot,250,4\nP2,Pan,abc,1\n';

async function setUpEmptyShop() {
  const { db, dataDir, run } = await commandFixture(
    importCommand(),
    exportCommand(),
    goodsCommand(),
    categoriesCommand(),
  );
  const writeFile = (name: string, text: string) => {
    const path = join(dataDir, name);
    writeFileSync(path, text);
    return path;
  };
  const writeJsonl = (name: string, ...records: object[]) =>
    writeFile(name, records.map((record) => JSON.stringify(record)).join('\n'));
  const goods = writeJsonl('goods.jsonl', ...GOODS);
  const readVariants = async () =>
    (await db.write.selectFrom('variant').select(['sku', 'price_paise', 'quantity']).orderBy('sku').execute()).map(
      ({ sku, price_paise, quantity }) => `${sku} ${price_paise} ${quantity}`,
    );
  return { db, dataDir, run, writeFile, writeJsonl, goods, readVariants };
}

test('a dry run reports what an import would do, and writes nothing', async () => {
  const { run, goods, readVariants } = await setUpEmptyShop();
  expect(await run('import', goods, '--dry-run')).toEqual([
    'Dry run, nothing was written. An import would do this:',
    'new: Kurta: ₹900, 2 variants, 4 in stock, in Women, no picture',
    'new: Scarf: ₹300, 3 in stock, in no category, no picture',
    'New categories: Women.',
    'Products: 2 new.',
    'Variants: 3 new.',
    'Brands, categories, materials and collections: 1 new.',
  ]);
  expect(await readVariants()).toEqual([]);
});

test('an import reports what is new; a second import of the same file changes nothing', async () => {
  const { run, goods, readVariants } = await setUpEmptyShop();
  expect(await run('import', goods)).toEqual([
    'New categories: Women.',
    'Products: 2 new.',
    'Variants: 3 new.',
    'Brands, categories, materials and collections: 1 new.',
  ]);
  expect(await run('import', goods)).toEqual([
    'Products: 2 as before.',
    'Variants: 3 as before.',
    'Brands, categories, materials and collections: 1 as before.',
  ]);
  expect(await readVariants()).toEqual(['K-L 90000 1', 'K-M 90000 3', 'S 30000 3']);
  expect(process.exitCode).toBeUndefined();
});

test('--remove asks for confirmation; stock is written only with --stock', async () => {
  const { run, goods, writeJsonl, readVariants } = await setUpEmptyShop();
  await run('import', goods);
  const listWithOneSize = writeJsonl('fewer.jsonl', KURTA_IN_ONE_SIZE);
  await expect(run('import', listWithOneSize, '--remove')).rejects.toThrow(
    `Remove variants (with their stock) and pictures that are not in ${listWithOneSize} from the products in the file?`,
  );
  // A dry run does not ask for confirmation.
  expect(await run('import', listWithOneSize, '--remove', '--dry-run')).toEqual([
    'Dry run, nothing was written. An import would do this:',
    'kurta: K-M price 900 → 950; K-L 1 in stock → removed',
    'Products: 1 changed.',
    'Variants: 1 changed, 1 removed.',
    'The stock of 1 variant differs in the file and was not changed. Use --stock to write it.',
  ]);
  expect(await readVariants()).toEqual(['K-L 90000 1', 'K-M 90000 3', 'S 30000 3']);
  await run('import', listWithOneSize);
  expect(await readVariants()).toEqual(['K-L 90000 1', 'K-M 95000 3', 'S 30000 3']);
  await run('import', listWithOneSize, '--stock', '--remove', '--yes');
  expect(await readVariants()).toEqual(['K-M 95000 9', 'S 30000 3']);
});

test('an import leaves out invalid records and exits with 1', async () => {
  const { run, writeFile } = await setUpEmptyShop();
  const invalidFile = writeFile('bad.jsonl', '{"type":"product","slug":"x"}\n{no');
  expect(await run('import', invalidFile)).toEqual(['Nothing was found to import.', '2 records were left out.']);
  expect(process.exitCode).toBe(1);
});

test('an import reads a spreadsheet by its columns, and stores --columns for the next import', async () => {
  const { run, writeFile, readVariants } = await setUpEmptyShop();
  const list = writeFile('list.csv', PRICE_LIST);
  expect(await run('import', list, '--dry-run')).toEqual([
    'list.csv is read as a list of goods: Code = sku, Item = name, Rate = price, Stock = stock.',
    'Dry run, nothing was written. An import would do this:',
    'new: Pot: ₹250, 4 in stock, in no category, no picture',
    'Products: 1 new.',
    'Variants: 1 new.',
    '1 record would be left out.',
  ]);
  await run('import', list, '--columns', 'Rate=price; Code=sku; Item=name; Stock=-');
  expect(await readVariants()).toEqual(['P1 25000 0']);
  const secondImport = await run('import', list);
  expect(secondImport[0]).toBe('list.csv is read as a list of goods: Code = sku, Item = name, Rate = price.');
  await run('import', list, '--stock-column', 'Stock');
  expect(await readVariants()).toEqual(['P1 25000 4']);
});

test.each([
  [['--category-from', 'x'], 'Choose one of: type, tags.'],
  [['--brand', 'x'], '--brand: "x" must have the form "vendor=Brand"'],
  [['--brand', 'a=B', '--brand', 'x'], '--brand: "x" must have the form "vendor=Brand"'],
  [['--columns', 'x'], '--columns: "x" is neither a file nor a mapping such as "Rate=price".'],
])('an import with %j is rejected and writes nothing', async (flags, message) => {
  const { run, goods, readVariants } = await setUpEmptyShop();
  await expect(run('import', goods, ...flags)).rejects.toThrow(message);
  expect(await readVariants()).toEqual([]);
});

test('an import names a missing file', async () => {
  const { run, dataDir } = await setUpEmptyShop();
  const path = join(dataDir, 'none.csv');
  await expect(run('import', path)).rejects.toThrow(`There is no file or folder ${path}.`);
});

test('the file extension or --format determines the format of the export', async () => {
  const { run, dataDir, goods } = await setUpEmptyShop();
  await run('import', goods);
  const path = (name: string) => join(dataDir, name);
  expect(await run('export', path('out.CSV'))).toEqual([`2 products written to ${path('out.CSV')}.`]);
  expect(readFileSync(path('out.CSV'), 'utf8')).toMatch(/^Handle,Title,/);
  expect(await run('export', path('out.txt'))).toEqual([`3 records written to ${path('out.txt')}.`]);
  expect(JSON.parse(readFileSync(path('out.txt'), 'utf8').split('\n')[0] ?? '')).toMatchObject({ slug: 'women' });
  const pictures = path('pictures');
  expect(await run('export', path('all.csv'), '--format', 'jsonl', '--images', pictures)).toEqual([
    `3 records written to ${path('all.csv')}, and 0 pictures to ${pictures}.`,
  ]);
  await expect(run('export', path('out.xml'), '--format', 'xml')).rejects.toThrow('Choose one of: jsonl, csv.');
  expect(existsSync(path('out.xml'))).toBe(false);
});

test('an export that is imported again changes nothing', async () => {
  const { run, dataDir, goods } = await setUpEmptyShop();
  await run('import', goods);
  const path = join(dataDir, 'again.jsonl');
  await run('export', path);
  expect(await run('import', path)).toEqual([
    'Products: 2 as before.',
    'Variants: 3 as before.',
    'Brands, categories, materials and collections: 1 as before.',
  ]);
});

test('goods are listed if neither they nor their category have an HSN with a known rate', async () => {
  const { run, goods } = await setUpEmptyShop();
  expect(await run('goods', 'without-hsn')).toEqual(['All goods have an HSN with a known GST rate.']);
  await run('import', goods);
  expect(await run('categories', 'list')).toEqual(['women  Women  6206  1']);
  expect(await run('goods', 'without-hsn')).toEqual(['scarf (S): no HSN']);
  expect(await run('categories', 'hsn', 'women', 'none')).toEqual(['women has no HSN.']);
  expect(await run('categories', 'list')).toEqual(['women  Women  no HSN  1']);
  expect(await run('goods', 'without-hsn')).toEqual([
    'kurta M (K-M): no HSN',
    'kurta L (K-L): no HSN',
    'scarf (S): no HSN',
  ]);
  expect(await run('categories', 'hsn', 'women', ' 9999 ')).toEqual(['women has the HSN 9999.']);
  expect((await run('goods', 'without-hsn'))[0]).toBe('kurta M (K-M): no rate is known for HSN 9999');
  await expect(run('categories', 'hsn', 'women', '62')).rejects.toThrow('an HSN of 4, 6 or 8 digits, or none.');
  await expect(run('categories', 'hsn', 'men', '6206')).rejects.toThrow('There is no category men.');
});
