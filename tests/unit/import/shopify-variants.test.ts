import { describe, expect, test } from 'vitest';
import type { RowError } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { ProductRecord, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { productOf } from '#support/shopify-rows.ts';

const OPTIONS = 'Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value';
const csv = (columns: string, ...rows: string[]) =>
  [`Handle,Title,${columns}`, ...rows.map((row, index) => `a,${index === 0 ? 'A' : ''},${row}`)].join('\n');
const variants = async (columns: string, rows: string[], old?: ProductRecord) => {
  const { record, variantLines } = await productOf(csv(columns, ...rows), old ? { old } : {});
  return { options: record.options, variants: record.variants, lines: variantLines };
};
const problemText = async (columns: string, rows: string[], old?: ProductRecord) =>
  variants(columns, rows, old).then(
    () => 'no problem',
    (error: RowError) => `${error.line}: ${error.message}`,
  );
const storedProduct = (...rows: Partial<VariantRecord>[]): ProductRecord => ({
  ...{ type: 'product', slug: 'a', name: 'A', categories: [], sell_unit: 'piece' },
  variants: rows.map((row) => ({ price: 100, quantity: 1, ...row })),
});

describe('the options in Shopify’s CSV', () => {
  test('make each row a variant, except rows without values', async () => {
    const rows = ['Size,S,Colour,Red,,,10', ',M,,Red,,,20', ',,,,,,', ',L,,Blue,,,30'];
    expect(await variants(`${OPTIONS},Price`, rows)).toEqual({
      options: ['Size', 'Colour'],
      variants: [
        { values: { Size: 'S', Colour: 'Red' }, price: 10, sale_price: null },
        { values: { Size: 'M', Colour: 'Red' }, price: 20, sale_price: null },
        { values: { Size: 'L', Colour: 'Blue' }, price: 30, sale_price: null },
      ],
      lines: [2, 3, 5],
    });
    expect((await variants(`${OPTIONS},Price`, ['A,1,B,2,C,3,10'])).options).toEqual([...['A', 'B', 'C']]);
  });

  test.each([
    [['Title,Default Title,,,,,10']],
    [['TITLE,default title,,,,,10']],
    [['Title,,,,,,10']],
    [[',,,,,,10']],
    [[',Default Title,,,,,10']],
  ])('are omitted for products with one default option: %j', async (rows) =>
    expect(await variants(`${OPTIONS},Price`, rows)).toEqual({
      options: undefined,
      variants: [{ price: 10, sale_price: null }],
      lines: [2],
    }),
  );

  test('can have the name "Title" with real values', async () => {
    expect((await variants(`${OPTIONS},Price`, ['Title,Large,,,,,10'])).options).toEqual(['Title']);
    expect((await variants(`${OPTIONS},Price`, ['Title,A Default Title,,,,,10'])).options).toEqual(['Title']);
    expect((await variants(`${OPTIONS},Price`, ['Title,Default Title 2,,,,,10'])).options).toEqual(['Title']);
    expect((await variants(`${OPTIONS},Price`, ['Size,Default Title,,,,,10'])).options).toEqual(['Size']);
  });

  test('are rejected if one is skipped, or if a value or name is missing', async () => {
    const problemOf = (...rows: string[]) => problemText(`${OPTIONS},SKU,Price`, rows);
    expect(await problemOf('Size,S,,,Fit,Slim,,10')).toBe('2: Option3 Name is set without Option2 Name');
    expect(await problemOf('Size,S,Colour,,,,,10')).toBe('2: has no value for the option "Colour"');
    expect(await problemOf('Size,S,,,,,,10', ',,,Red,,,,20')).toBe('3: has no value for the option "Size"');
    expect(await problemOf('Size,S,,Red,,,,10')).toBe('2: has an Option2 Value without a name');
    expect(await problemOf('Size,S,,,,Slim,,10')).toBe('2: has an Option3 Value without a name');
    expect(await problemOf('Size,S,,,,,,10', ',,,,,,,20')).toBe('3: has a price or SKU, but no Option1 Value');
    expect(await problemOf('Size,S,,,,,,10', ',,,,,,K,')).toBe('3: has a price or SKU, but no Option1 Value');
    expect(await problemOf('Size,S,,,,,,10', ',,,,,,,')).toBe('no problem');
    expect(await problemOf(',,Size,S,,,,10')).toBe('no problem');
  });
});

describe('the price of a variant', () => {
  const reducedProduct = storedProduct({ price: 200, sale_price: 150 });
  const price = async (columns: string, row: string, before?: ProductRecord) => {
    const [variant] = (await variants(columns, [row], before)).variants ?? [];
    return [variant?.price, variant?.sale_price];
  };

  test('is reduced when the compare-at price is higher', async () => {
    expect(await price('Price,Compare-at price', '100,150')).toEqual([150, 100]);
    expect(await price('Price,Compare-at price', '100,100')).toEqual([100, null]);
    expect(await price('Price,Compare-at price', '100,50')).toEqual([100, null]);
    expect(await price('Price,Compare-at price', '100,')).toEqual([100, null]);
    expect(await price('Price', '"1,299.50"')).toEqual([1299.5, null]);
    expect(await price('Price', "'99")).toEqual([99, null]);
    expect(await price('Price', '₹ 99')).toEqual([99, null]);
  });

  test('is required as a number for a new variant', async () => {
    expect(await problemText('SKU', ['K'])).toBe('2: has no price');
    expect(await problemText('Price', ['cheap'])).toBe('2: price "cheap" is not a plain number such as 1299.50');
    expect(await problemText('Price,Compare-at price', ['1,x'])).toMatch(/^2: compare-at price "x" is not/);
  });

  test('is kept if the file has no price', async () => {
    expect(await price('SKU', '', reducedProduct)).toEqual([undefined, undefined]);
    expect(await price('Price', '', reducedProduct)).toEqual([undefined, undefined]);
    expect(await price('Price', '120', reducedProduct)).toEqual([200, 120]);
    expect(await price('Price', '120', storedProduct({ price: 200 }))).toEqual([120, null]);
    expect(await price('Compare-at price', '', reducedProduct)).toEqual([150, null]);
    expect(await price('Compare-at price', '180', reducedProduct)).toEqual([180, 150]);
    expect(await price('Compare-at price', '180', storedProduct({ price: 100 }))).toEqual([180, 100]);
  });
});

describe('other values of a variant', () => {
  const onlyVariant = async (columns: string, row: string, old?: ProductRecord) =>
    (await variants(`Price,${columns}`, [`10,${row}`], old)).variants?.[0];

  test('are its SKU, barcode, HSN code, weight and stock; an empty field clears each except the stock', async () => {
    const columns = 'SKU,Barcode,HSN,Variant Grams,Variant Inventory Qty';
    const price = { price: 10, sale_price: null };
    const values = { sku: 'K', barcode: '890', hsn: '6204', weight_g: 250, quantity: 7 };
    expect(await onlyVariant(columns, 'K,890,6204,250,7')).toEqual({ ...price, ...values });
    expect(await onlyVariant(columns, "'K,'890,'6204,'250,'7")).toEqual({ ...price, ...values });
    expect(await onlyVariant(columns, "K',8'0,62'4,0,0")).toMatchObject({
      sku: "K'",
      barcode: "8'0",
      hsn: "62'4",
      quantity: 0,
    });
    const clearedValues = { sku: null, barcode: null, hsn: null, weight_g: null };
    expect(await onlyVariant(columns, ',,,,')).toEqual({ ...price, ...clearedValues });
    expect(await onlyVariant(columns, ',,,0,')).toEqual({ ...price, ...clearedValues });
  });

  test('include negative stock as 0, omit the stock of cloth, which is stocked in bolts, and must be numbers', async () => {
    expect(await onlyVariant('Variant Inventory Qty', '-3')).toMatchObject({ quantity: 0 });
    expect(await onlyVariant('Variant Inventory Qty', '3', storedProduct({}))).toMatchObject({ quantity: 3 });
    expect(
      await onlyVariant('Variant Inventory Qty', '3', { ...storedProduct({}), sell_unit: 'metre' }),
    ).not.toHaveProperty('quantity');
    expect(await problemText('Price,Variant Inventory Qty', ['1,many'])).toMatch(/^2: quantity "many" is not/);
    expect(await problemText('Price,Variant Inventory Qty', ['1,--3'])).toMatch(/^2: quantity "--3" is not/);
    expect(await problemText('Price,Variant Inventory Qty', ['1,3-'])).toMatch(/^2: quantity "3-" is not/);
    expect(await problemText('Price,Variant Grams', ['1,heavy'])).toMatch(/^2: weight "heavy" is not/);
  });
});

describe('an existing variant', () => {
  test('is matched by its SKU before its values, also in files without options', async () => {
    const productWithSizes: ProductRecord = {
      ...storedProduct({ sku: 'S', price: 10, values: { size: 'S' } }, { sku: 'M', price: 20, values: { size: 'M' } }),
      options: ['size'],
    };
    const columns = 'Option1 Name,Option1 Value,SKU,Compare-at price';
    const prices = async (...rows: string[]) =>
      (await variants(columns, rows, productWithSizes)).variants?.map(({ price, values }) => [price, values]);
    expect(await prices('size,S,M,')).toEqual([[20, { size: 'S' }]]);
    expect(await prices('size,M,,')).toEqual([[20, { size: 'M' }]]);
    expect(await prices('size,M,X,')).toEqual([[20, { size: 'M' }]]);
    expect(await problemText(columns, ['size,L,,'], productWithSizes)).toBe('2: has no price');
    expect(await problemText(columns, ['fit,S,,'], productWithSizes)).toBe('2: has no price');
    expect(await variants('SKU,Compare-at price', ['M,', 'S,'], productWithSizes)).toEqual({
      options: undefined,
      variants: [
        { values: { size: 'M' }, sku: 'M', price: 20, sale_price: null },
        { values: { size: 'S' }, sku: 'S', price: 10, sale_price: null },
      ],
      lines: [2, 3],
    });
  });

  test('is not matched by a row with another SKU or none if there are several; empty rows are skipped', async () => {
    const message = 'matches no variant: this product has no such SKU, and the row has no options';
    const productWithTwoVariants = storedProduct({ sku: 'S' }, { sku: 'M' });
    expect(await problemText('SKU,Price', ['X,'], productWithTwoVariants)).toBe(`2: ${message}`);
    expect(await problemText('SKU,Price', [',5'], productWithTwoVariants)).toBe(`2: ${message}`);
    expect(await variants('SKU,Price', [','], productWithTwoVariants)).toEqual({
      options: undefined,
      variants: undefined,
      lines: [],
    });
    const productWithoutSku = storedProduct({}, { sku: 'M' });
    expect((await variants('SKU,Price', [',', 'M,'], productWithoutSku)).lines).toEqual([3]);
  });

  test('is matched by the first row and rows with a price or SKU if it is the only variant', async () => {
    const productWithOneVariant = storedProduct({ sku: 'S', values: { size: 'One' } });
    expect(await variants('SKU,Price', ['X,5'], productWithOneVariant)).toEqual({
      options: undefined,
      variants: [{ values: { size: 'One' }, sku: 'X', price: 5, sale_price: null }],
      lines: [2],
    });
    expect((await variants('SKU,Price', [',', ',', 'X,', ',7'], productWithOneVariant)).lines).toEqual([2, 4, 5]);
  });
});
