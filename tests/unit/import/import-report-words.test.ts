import { expect, test } from 'vitest';
import { commandRemarkText } from '#lib/catalog/import/import-command-text.ts';
import {
  changeLines,
  newEntryLines,
  summaryLines,
  untaxedRemark,
} from '#lib/catalog/import/record/import-report-words.ts';
import { emptyResult } from '#lib/catalog/import/record/save-report.ts';
import { countText } from '#lib/primitives/plural.ts';

const EMPTY_REPORT = { ...emptyResult(), leftOutCount: 0, pictureCount: 0, picturesToFetch: 0 };

test('counts products, variants, taxonomy and reviews separately, in singular and plural', () => {
  const { tallies } = emptyResult();
  tallies.products = { created: 20, updated: 0, unchanged: 0, removed: 0 };
  tallies.variants = { created: 60, updated: 1, unchanged: 2, removed: 3 };
  tallies.taxonomy.created = 1;
  tallies.reviews.created = 2;
  expect(
    summaryLines({ ...EMPTY_REPORT, tallies, pictureCount: 1, leftOutCount: 1, keptStockCount: 1 }, false),
  ).toEqual([
    'Products: 20 new.',
    'Variants: 60 new, 1 changed, 2 as before, 3 removed.',
    'Brands, categories, materials and collections: 1 new.',
    'Reviews: 2 new.',
    '1 picture was read.',
    '1 record was left out.',
    'The stock of 1 variant differs in the file and was not changed. Use --stock to write it.',
  ]);
  expect(summaryLines({ ...EMPTY_REPORT, pictureCount: 2 }, true)).toEqual([
    'Dry run, nothing was written. An import would do this:',
    'Nothing was found to import.',
    '2 pictures would be read.',
  ]);
  expect([countText(0, 'record'), countText(1, 'picture'), countText(1_00_000, 'field')]).toEqual([
    '0 records',
    '1 picture',
    '1,00,000 fields',
  ]);
});

test('lists new records by name, and products in a dry run', () => {
  const newRecords = [
    { kind: 'category', name: 'Women' },
    { kind: 'product', name: 'Noor Kurti', about: '₹1,250, 12 in stock' },
    { kind: 'category', name: 'Kurtis' },
    { kind: 'brand', name: 'Beej' },
  ];
  expect(newEntryLines(newRecords, false)).toEqual(['New brands: Beej.', 'New categories: Women, Kurtis.']);
  expect(newEntryLines(newRecords, true)[0]).toBe('new: Noor Kurti: ₹1,250, 12 in stock');
});

test('names fields in the owner’s terms', () => {
  const changes = [{ field: 'Rust/M sale_price', from: '300', to: '250' }];
  expect(changeLines([{ entry: 'scarf', changes }], 1)).toEqual(['scarf: Rust/M reduced price 300 → 250']);
});

test('lists differences field by field, up to a limit', () => {
  const change = { field: 'TS price', from: '300', to: '350' };
  expect(changeLines([{ entry: 'scarf', changes: [change] }], 3)).toEqual([
    'scarf: TS price 300 → 350',
    'and 2 more changed',
  ]);
  const [line] = changeLines([{ entry: 'scarf', changes: Array(21).fill(change) }], 1);
  expect(line).toMatch(/; and 1 more field$/);
});

test('lists are truncated after 50 entries, 20 fields or 60 names', () => {
  const field = { field: 'name', from: 'A', to: 'B' };
  const entries = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ entry: `p${index}`, changes: [field] }));
  expect(changeLines(entries(50), 50)).toHaveLength(50);
  expect(changeLines(entries(51), 51).slice(49)).toEqual(['p49: name A → B', 'and 1 more changed']);
  expect(changeLines([{ entry: 'p', changes: Array(20).fill(field) }], 1)).toEqual([
    `p: ${Array(20).fill('name A → B').join('; ')}`,
  ]);
  expect(changeLines([{ entry: 'p', changes: Array(22).fill(field) }], 1)).toEqual([
    `p: ${Array(20).fill('name A → B').join('; ')}; and 2 more fields`,
  ]);
  const newRecords = (kind: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ kind, name: `n${index}`, about: 'a' }));
  const names = newRecords('brand', 60).map(({ name }) => name);
  expect(newEntryLines(newRecords('brand', 60), false)).toEqual([`New brands: ${names.join(', ')}.`]);
  expect(newEntryLines(newRecords('brand', 61), false)).toEqual([`New brands: ${names.join(', ')}, ….`]);
  expect(newEntryLines(newRecords('product', 50), true)).toHaveLength(50);
  expect(newEntryLines(newRecords('product', 52), true).slice(49)).toEqual(['new: n49: a', 'and 2 more new products']);
  expect(newEntryLines(newRecords('product', 51), true).at(-1)).toBe('and 1 more new product');
  expect(newEntryLines(newRecords('product', 52), false)).toEqual([]);
});

test('prints totals in singular and plural, and omits totals of zero', () => {
  const { tallies } = emptyResult();
  tallies.reviews.updated = 1;
  tallies.taxonomy.unchanged = 2;
  tallies.variants.removed = 1_000;
  const totals = [
    ...['Variants: 1,000 removed.', 'Brands, categories, materials and collections: 2 as before.'],
    'Reviews: 1 changed.',
  ];
  const reportWithTotals = {
    ...EMPTY_REPORT,
    tallies,
    pictureCount: 2,
    picturesToFetch: 1,
    leftOutCount: 2,
    keptStockCount: 1_200,
  };
  const stockLine = 'The stock of 1,200 variants differs in the file and was not changed. Use --stock to write it.';
  expect(summaryLines(reportWithTotals, false)).toEqual([
    ...[
      ...totals,
      '2 pictures were read.',
      '1 picture would be fetched from the web.',
      '2 records were left out.',
      stockLine,
    ],
  ]);
  expect(summaryLines({ ...reportWithTotals, pictureCount: 1, leftOutCount: 1 }, true).slice(4)).toEqual([
    ...[
      '1 picture would be read.',
      '1 picture would be fetched from the web.',
      '1 record would be left out.',
      stockLine,
    ],
  ]);
});

test('names products without a known GST rate, the consequence and the remedy', () => {
  const remedy =
    'Set one for them or their category (“categories hsn SLUG CODE”). Add a missing rate with “content edit gst-rates”.';
  const untaxedText = (count: number, slugs: string[], isHeldBack: boolean) =>
    commandRemarkText(untaxedRemark({ count, slugs }, isHeldBack) ?? { message: 'none' });
  expect(untaxedText(0, [], true)).toBe('none');
  expect(untaxedText(1, ['a'], true)).toBe(
    `1 product has no HSN with a known GST rate and is held back from sale: a. ${remedy}`,
  );
  expect(untaxedText(1_002, ['a', 'b'], false)).toBe(
    `1,002 products have no HSN with a known GST rate and are taxed at a guessed rate: a, b, …. ${remedy}`,
  );
});
