import { describe, expect, test } from 'vitest';
import { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { sheetProductOf } from '#support/sheet-rows.ts';

type ReadOptions = Parameters<typeof sheetProductOf>[2];

const STORED_PRODUCT: ProductRecord = {
  ...{ type: 'product', slug: 'kurta', name: 'Kurta', categories: ['kurtas'], sell_unit: 'piece' },
  ...{ collections: ['old'], variants: [{ price: 1, quantity: 1 }] },
};
const names = () =>
  new TaxonomyNames([
    { type: 'category', slug: 'women', name: 'Women' },
    { type: 'category', slug: 'kurtas', name: 'Kurtas', parent: 'women' },
    { type: 'category', slug: 'gifts', name: 'Gifts' },
    { type: 'brand', slug: 'fab', name: 'Fab India' },
    { type: 'material', slug: 'linen', name: 'Linen' },
  ]);
const productWith = (columns: string, cells: string, readOptions: ReadOptions = {}) =>
  sheetProductOf(`Name|Rate|${columns}`, [`Kurta|1|${cells}`], { names: names(), ...readOptions });
const record = (columns: string, cells: string, readOptions?: ReadOptions) =>
  productWith(columns, cells, readOptions).record;
const errorMessage = (readSheet: () => unknown) => {
  try {
    readSheet();
  } catch (error) {
    return (error as Error).message;
  }
  return 'no problem';
};

describe('a product in a sheet', () => {
  test('has the values of its cells, and no value for an empty cell', () => {
    expect(record('Fibre|Origin|Maker|Description|Tags|Care|Minimum', '||||||')).toEqual({
      ...{ type: 'product', slug: 'kurta', name: 'Kurta', sell_unit: 'piece', categories: [], options: [] },
      variants: [{ price: 1, sale_price: null }],
    });
    const cells = 'Cotton|India|Fab, Pune|Soft & light|soft, light|Wash cold. Dry flat|2';
    expect(record('Fibre|Origin|Maker|Description|Tags|Care|Minimum', cells)).toMatchObject({
      ...{ fibre: 'Cotton', origin: 'India', maker: 'Fab, Pune', long_content: '<p>Soft &amp; light</p>' },
      ...{ tags: ['soft', 'light'], care: ['Wash cold', 'Dry flat'], min_quantity: 2 },
    });
    expect(sheetProductOf('Name|Rate|Origin', ['Kurta|1|']).record.origin).toBeUndefined();
    expect(sheetProductOf('Name|Size|Rate|Origin', ['Kurta|S|1|', '|M|2|India']).record.origin).toBe('India');
  });

  test('requires a handle, or a name from which an address can be generated', () => {
    expect(errorMessage(() => sheetProductOf('Name|Rate', ['साड़ी|1']))).toBe(
      '"साड़ी" has no Latin letters for a URL: add a column "Handle"',
    );
    expect(errorMessage(() => sheetProductOf('Handle|Rate', ['kurta|1']))).toBe(
      '"kurta" is not a product of the shop, and has no name',
    );
    expect(sheetProductOf('Handle|Rate', ['kurta|1'], { old: STORED_PRODUCT }).record.name).toBeUndefined();
    expect(sheetProductOf('Handle|Name|Rate', ['kurta|साड़ी|1']).record).toMatchObject({ slug: 'kurta', name: 'साड़ी' });
  });

  test('requires a minimum above 0', () => {
    expect(record('Minimum', '0.5 m').min_quantity).toBe(0.5);
    for (const cell of ['0', 'two', 'x 2']) {
      expect(errorMessage(() => record('Minimum', cell))).toBe(`minimum "${cell}" is not a number such as 2 or 0.5`);
    }
  });
});

describe('the brand, material and collections in a sheet', () => {
  test('are found by name, or created', () => {
    expect(productWith('Brand|Fabric|Collection', 'FAB INDIA|Linen|Summer, Winter')).toMatchObject({
      record: { brand: 'fab', material: 'linen', collections: ['summer', 'winter'] },
      newRecords: [
        { type: 'collection', slug: 'summer', name: 'Summer' },
        { type: 'collection', slug: 'winter', name: 'Winter' },
      ],
      warnings: [],
    });
    const nonLatin = productWith('Brand|Fabric|Collection', 'साड़ी|साड़ी|साड़ी');
    expect(nonLatin.record).toMatchObject({ brand: null, material: null });
    expect(nonLatin.record).not.toHaveProperty('collections');
    expect(nonLatin.warnings).toHaveLength(3);
    const emptyRecord = record('Brand|Fabric|Collection', '||');
    for (const field of ['brand', 'material', 'collections']) expect(emptyRecord).not.toHaveProperty(field);
  });

  test('include the mapped brand, and the stored collections unless removal is requested', () => {
    expect(record('Brand', 'Fab', { rules: { brandOf: () => '' } }).brand).toBeNull();
    expect(record('Brand', 'Fab', { rules: { brandOf: () => 'Fab India' } }).brand).toBe('fab');
    expect(record('Collection', 'Summer', { old: STORED_PRODUCT }).collections).toEqual(['old', 'summer']);
    expect(record('Collection', 'Old', { old: STORED_PRODUCT }).collections).toEqual(['old']);
    expect(
      record('Collection', 'Summer', { old: STORED_PRODUCT, rules: { removesMissing: true } }).collections,
    ).toEqual(['summer']);
    expect(
      record('Collection', 'Summer', { old: { ...STORED_PRODUCT, collections: undefined } as never }).collections,
    ).toEqual([...['summer']]);
  });
});

describe('the categories in a sheet', () => {
  const categories = (columns: string, cells: string, readOptions?: ReadOptions) => {
    const { record: product, newRecords } = productWith(columns, cells, readOptions);
    return [product.categories, newRecords];
  };
  const category = (slug: string, name: string, parent?: string) => ({
    ...{ type: 'category', slug, name },
    ...(parent ? { parent } : {}),
  });

  test('are existing categories, found by path or by subcategory', () => {
    expect(categories('Category', 'Kurta')).toEqual([['kurtas'], []]);
    expect(categories('Category', 'Women > Kurtas')).toEqual([['kurtas'], []]);
    expect(categories('Category', ' > Women > Clothes > Kurtas')).toEqual([['kurtas'], []]);
    expect(categories('Category|Subcategory', 'Women|Kurtas')).toEqual([['kurtas'], []]);
    expect(categories('Category|Subcategory', '|Kurtas')).toEqual([['kurtas'], []]);
    expect(categories('Category', 'Kurtas, Gifts, kurta')).toEqual([['kurtas', 'gifts'], []]);
    expect(categories('Category|Subcategory', 'Women; Gifts|Kurtas')).toEqual([['kurtas', 'gifts'], []]);
    expect(categories('Category', '')).toEqual([[], []]);
    expect(categories('Category', ' > ')).toEqual([[], []]);
    expect(categories('Category', 'Kurta', { old: STORED_PRODUCT })).toEqual([undefined, []]);
  });

  test('are created below the first category in the path if they are missing', () => {
    expect(categories('Category', 'Sarees')).toEqual([['sarees'], [category('sarees', 'Sarees')]]);
    expect(categories('Category', 'Women > Sarees')).toEqual([['sarees'], [category('sarees', 'Sarees', 'women')]]);
    expect(categories('Category', 'Home > Lamps')).toEqual([
      ['lamps'],
      [category('home', 'Home'), category('lamps', 'Lamps', 'home')],
    ]);
    expect(categories('Category', 'Sarees, sarees')).toEqual([['sarees'], [category('sarees', 'Sarees')]]);
    expect(categories('Category', 'Women > साड़ी')).toEqual([['women'], []]);
    expect(categories('Category', 'साड़ी')).toEqual([[], []]);
  });

  test('include the parent’s slug in their slug if the shorter slug is taken', () => {
    expect(categories('Category', 'Gifts > Kurtas')).toEqual([
      ['gifts-kurtas'],
      [category('gifts-kurtas', 'Kurtas', 'gifts')],
    ]);
    expect(categories('Category', 'Kurtas > Silk')).toEqual([['silk'], [category('silk', 'Silk')]]);
    const existingNames = new TaxonomyNames([
      { type: 'category', slug: 'gifts', name: 'Gifts' },
      { type: 'category', slug: 'silk', name: 'Raw silk' },
    ]);
    expect(categories('Category', 'Gifts > Silk!', { names: existingNames })).toEqual([['silk'], []]);
  });
});

describe('the unit in a sheet', () => {
  const unit = (columns: string, line: string, readOptions?: ReadOptions) =>
    sheetProductOf(columns, [line], readOptions).record.sell_unit;

  test.each([
    ['Name|Rate|Unit', 'Cloth|1|mtr', 'metre'],
    ['Name|Rate|Unit', 'Cloth|1|pcs', 'piece'],
    ['Name|Rate|Unit', 'Cloth|₹1/m|pcs', 'piece'],
    ['Name|Rate', 'Cloth|₹480/m', 'metre'],
    ['Name|Rate', 'Cloth|₹480 per piece', 'piece'],
    ['Name|Rate per mtr', 'Cloth|480', 'metre'],
    ['Name|Price (m)', 'Cloth|480', 'metre'],
    ['Name|Rate', 'Cloth|480', 'piece'],
    ['Name|Rate per mtr|Unit', 'Cloth|480|', 'piece'],
  ])('with the columns "%s" and the row "%s" is %s', (columns, line, expected) =>
    expect(unit(columns, line)).toBe(expected),
  );

  test('is kept for an existing product without the column "Unit", and an invalid unit is rejected', () => {
    expect(unit('Handle|Rate per mtr', 'kurta|480', { old: STORED_PRODUCT })).toBeUndefined();
    expect(unit('Handle|Rate|Unit', 'kurta|480|m', { old: STORED_PRODUCT })).toBe('metre');
    expect(errorMessage(() => unit('Name|Rate|Unit', 'Cloth|1|dozen'))).toBe('unit "dozen" is neither piece nor metre');
    expect(errorMessage(() => unit('Name|Rate', 'Cloth|1/dozen'))).toBe('unit "dozen" is neither piece nor metre');
  });
});

describe('the pictures in a sheet', () => {
  const images = (lines: string[], readOptions?: ReadOptions, columns = 'Name|Colour|Size|Rate|Photo|Photo 2') =>
    sheetProductOf(columns, lines, readOptions).record.images;
  const alt = 'Kurta';

  test('have the colour of their rows', () => {
    expect(images(['Kurta|Red|S|1|a.jpg|b.jpg', '||M|1|c.jpg|', '|Blue|S|1|b.jpg|d.jpg'])).toEqual([
      { src: 'a.jpg', alt, color: 'Red' },
      { src: 'b.jpg', alt },
      { src: 'c.jpg', alt, color: 'Red' },
      { src: 'd.jpg', alt, color: 'Blue' },
    ]);
    expect(images(['Kurta|S|1|a.jpg, b.jpg'], {}, 'Name|Size|Rate|Photo')).toEqual([
      { src: 'a.jpg', alt },
      { src: 'b.jpg', alt },
    ]);
    expect(images(['Kurta|Red|S|1||'])).toBeUndefined();
  });

  test('keep their stored data; stored pictures that are not in the sheet are kept unless removal is requested', () => {
    const product = {
      ...STORED_PRODUCT,
      images: [
        { src: 'a.jpg', alt: 'Side', color: 'Red' },
        { src: 'z.jpg', alt: 'Z' },
      ],
    };
    const columns = 'Handle|Rate|Photo';
    expect(images(['kurta|1|a.jpg, b.jpg'], { old: product }, columns)).toEqual([
      ...product.images,
      { src: 'b.jpg', alt },
    ]);
    expect(images(['kurta|1|a.jpg, b.jpg'], { old: product, rules: { removesMissing: true } }, columns)).toEqual([
      product.images[0],
      { src: 'b.jpg', alt },
    ]);
    expect(images(['kurta|1|b.jpg'], { old: STORED_PRODUCT }, columns)).toEqual([{ src: 'b.jpg', alt }]);
  });
});
