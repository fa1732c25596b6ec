import { expect, test } from 'vitest';
import { changeLines, counted, newLines, summaryLines } from '#lib/catalog/import/record/import-words.ts';
import { emptyResult } from '#lib/catalog/import/record/save-report.ts';

const NONE = { ...emptyResult(), leftOut: 0, pictures: 0, picturesToFetch: 0 };

test('products, variants, taxonomy and reviews are counted apart, one and many', () => {
  const { tallies } = emptyResult();
  tallies.products = { created: 20, updated: 0, unchanged: 0, removed: 0 };
  tallies.variants = { created: 60, updated: 1, unchanged: 2, removed: 3 };
  tallies.taxonomy.created = 1;
  expect(summaryLines({ ...NONE, tallies, pictures: 1, leftOut: 1, keptStock: 1 }, false)).toEqual([
    'Products: 20 new.',
    'Variants: 60 new, 1 changed, 2 as before, 3 removed.',
    'Brands, categories, materials and collections: 1 new.',
    '1 picture was read.',
    '1 record was left out.',
    'The stock of 1 variant is another in the file, and stays as it is: --stock writes it.',
  ]);
  expect(summaryLines({ ...NONE, pictures: 2 }, true)).toEqual([
    'Dry run, nothing was written. An import would do this:',
    'Nothing was found to import.',
    '2 pictures would be read.',
  ]);
  expect([counted(0, 'record'), counted(1, 'picture'), counted(1_00_000, 'field')]).toEqual([
    '0 records',
    '1 picture',
    '1,00,000 fields',
  ]);
});

test('what is new is told by name, and products in a dry run', () => {
  const made = [
    { kind: 'category', name: 'Women' },
    { kind: 'product', name: 'Noor Kurti', about: '₹1,250, 12 in stock' },
    { kind: 'category', name: 'Kurtis' },
    { kind: 'brand', name: 'Beej' },
  ];
  expect(newLines(made, false)).toEqual(['New brands: Beej.', 'New categories: Women, Kurtis.']);
  expect(newLines(made, true)[0]).toBe('new: Noor Kurti: ₹1,250, 12 in stock');
});

test('fields are told in the words of an owner', () => {
  const changes = [{ field: 'Rust/M sale_price', from: '300', to: '250' }];
  expect(changeLines([{ what: 'scarf', changes }], 1)).toEqual(['scarf: Rust/M reduced price 300 → 250']);
});

test('differences are told field by field, and end somewhere', () => {
  const one = { field: 'TS price', from: '300', to: '350' };
  expect(changeLines([{ what: 'scarf', changes: [one] }], 3)).toEqual([
    'scarf: TS price 300 → 350',
    'and 2 more changed',
  ]);
  const [line] = changeLines([{ what: 'scarf', changes: Array(21).fill(one) }], 1);
  expect(line).toMatch(/; and 1 field more$/);
});
