import { describe, expect, test } from 'vitest';
import { brandLookup, foldedName } from '#lib/catalog/import/csv/csv-rules.ts';
import { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { categoryWordsOf } from '#lib/catalog/import/shopify/shopify-product-taxonomy.ts';
import { firstGroup, productOf } from '#support/shopify-rows.ts';

const names = () =>
  new TaxonomyNames([
    { type: 'category', slug: 'kurtas', name: 'Kurtas' },
    { type: 'category', slug: 'linen', name: 'Linen' },
    { type: 'collection', slug: 'new-in', name: 'New in' },
    { type: 'material', slug: 'linen', name: 'Linen' },
    { type: 'brand', slug: 'fab', name: 'Fab India' },
  ]);
const storedProduct: ProductRecord = {
  ...{ type: 'product', slug: 'a', name: 'A', categories: ['kurtas'], sell_unit: 'piece', brand: 'fab' },
  variants: [{ price: 1, quantity: 0 }],
};
const readProduct = (columns: string, row: string, options: Parameters<typeof productOf>[1] = {}) =>
  productOf(`Handle,Title,Price,${columns}\na,A,1,${row}`, { names: names(), ...options });

describe('the brand', () => {
  test('is the vendor, created if new, and unchanged if the same', async () => {
    expect((await readProduct('Vendor', 'fab india')).record.brand).toBe('fab');
    expect(await readProduct('Vendor', 'Good Earth')).toMatchObject({
      record: { brand: 'good-earth' },
      newRecords: [{ type: 'brand', slug: 'good-earth', name: 'Good Earth' }],
    });
    expect((await readProduct('Vendor', 'Fab India', { old: storedProduct })).record.brand).toBeUndefined();
    expect((await readProduct('Vendor', 'Good Earth', { old: storedProduct })).record.brand).toBe('good-earth');
    expect((await readProduct('Vendor', '', { old: storedProduct })).record.brand).toBeNull();
    expect((await readProduct('SKU', '', { old: storedProduct })).record).not.toHaveProperty('brand');
  });

  test('is the one to which the owner maps the vendor, ignoring case and spacing', async () => {
    const brandOf = brandLookup(
      new Map([
        ['seller 1', ''],
        ['seller 2', 'Fab India'],
      ]),
    );
    expect([' SELLER  1', 'Seller 2', 'Seller 3'].map(brandOf)).toEqual(['', 'Fab India', 'Seller 3']);
    expect((await readProduct('Vendor', 'Seller 1', { rules: { brandOf } })).record.brand).toBeNull();
    expect(foldedName(' Ａ  b\nC ')).toBe('a b c');
  });
});

describe('tags', () => {
  test('with a prefix match categories, collections and materials by slug, and create missing ones', async () => {
    const entry = await readProduct(
      'Type,Tags',
      'Silk Kurta,"category:silk_kurtas,category:two-words,material:raw-silk,collection:new-in"',
    );
    expect(entry.record).toMatchObject({
      ...{ categories: ['silk_kurtas', 'two-words'], material: 'raw-silk', collections: ['new-in'], tags: [] },
    });
    expect(entry.newRecords).toEqual([
      { type: 'category', slug: 'silk_kurtas', name: 'Silk Kurta' },
      { type: 'category', slug: 'two-words', name: 'Two words' },
      { type: 'material', slug: 'raw-silk', name: 'Raw silk' },
    ]);
    expect((await readProduct('Tags', 'category:silk_kurtas')).newRecords).toEqual([
      { type: 'category', slug: 'silk_kurtas', name: 'Silk kurtas' },
    ]);
  });

  test('match existing names, and are otherwise used only for search', async () => {
    const entry = await readProduct('Tags', '" NEW IN , linen ,soft,,Kurta"');
    expect(entry.record).toMatchObject({ collections: ['new-in'], material: 'linen', categories: ['linen', 'kurtas'] });
    expect(entry.unknownTags).toEqual(['soft']);
    expect((await readProduct('Tags', 'soft', { rules: { categoryFrom: 'tags' } })).unknownTags).toEqual([]);
    const namesWithSofts = names();
    namesWithSofts.expectCategory('Softs');
    expect((await readProduct('Tags', 'soft', { names: namesWithSofts })).unknownTags).toEqual([]);
  });

  test('clear the material and collections that they do not name', async () => {
    const { record } = await readProduct('Tags', '');
    expect(record).toMatchObject({ collections: [], material: null });
    expect((await readProduct('SKU', '')).record).not.toHaveProperty('material');
    expect((await readProduct('SKU', '')).record).not.toHaveProperty('collections');
  });
});

test('the collection column is read after the tags; a name without Latin letters is left out with a warning', async () => {
  expect((await readProduct('Collection,Tags', 'Summer,collection:new-in')).record.collections).toEqual([
    'new-in',
    'summer',
  ]);
  expect((await readProduct('Collection', 'New In')).record.collections).toEqual(['new-in']);
  const nonLatin = await readProduct('Collection', 'साड़ी');
  expect(nonLatin.record.collections).toEqual([]);
  expect(nonLatin.warnings).toHaveLength(1);
  expect((await readProduct('Collection', '')).record.collections).toEqual([]);
});

test('the category comes from type and path, unless a tag names it', async () => {
  expect((await readProduct('Type', 'Kurta')).record.categories).toEqual(['kurtas']);
  expect((await readProduct('Type,Tags', 'Kurta,category:linen')).record.categories).toEqual(['linen']);
  expect((await readProduct('Type', '', { old: storedProduct })).record.categories).toBeUndefined();
  expect((await readProduct('Type', 'Linen', { old: storedProduct })).record.categories).toEqual(['linen']);
  const wordsOf = async (columns: string, row: string) => {
    const [first] = (await firstGroup(`Handle,${columns}\na,${row}`)).rows;
    return first && categoryWordsOf(first, names());
  };
  const path = 'Apparel >  Kurtas > > Silk';
  expect(await wordsOf('Type,Product Category,Tags', `Kurta,${path},"soft,new in"`)).toEqual({
    ...{ type: 'Kurta', path: ['Apparel', 'Kurtas', 'Silk'], tags: ['soft'] },
  });
  expect(await wordsOf('Tags', 'category:linen')).toBeUndefined();
  expect(await wordsOf('Tags', 'linen')).toEqual({ type: '', path: [], tags: ['linen'] });
});
