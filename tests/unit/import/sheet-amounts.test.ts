import { describe, expect, test } from 'vitest';
import type { RowError } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { ProductRecord, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { sheetProductOf } from '#support/sheet-rows.ts';

const storedProduct = (variant: Partial<VariantRecord> = {}): ProductRecord => ({
  ...{ type: 'product', slug: 'kurta', name: 'Kurta', categories: [], sell_unit: 'piece' },
  variants: [{ price: 100, quantity: 1, ...variant }],
});
const variants = (columns: string, lines: string[], old?: ProductRecord) =>
  sheetProductOf(columns, lines, old ? { old } : {}).record.variants ?? [];
function problemText(columns: string, ...lines: string[]): string {
  try {
    variants(columns, lines);
    return 'no problem';
  } catch (error) {
    return `${(error as RowError).line}: ${(error as Error).message}`;
  }
}

describe('the price in a sheet', () => {
  const price = (line: string, old?: ProductRecord, columns = 'Name|Rate|MRP') => {
    const [variant] = variants(columns, [line], old);
    return [variant?.price, variant?.sale_price];
  };

  test('is reduced when the MRP is higher', () => {
    expect(price('Kurta|100|150')).toEqual([150, 100]);
    expect(price('Kurta|100|100')).toEqual([100, null]);
    expect(price('Kurta|100|90')).toEqual([100, null]);
    expect(price('Kurta|₹1,299.50|')).toEqual([1299.5, null]);
    expect(price('Kurta|100', undefined, 'Name|Rate')).toEqual([100, null]);
  });

  test('is copied from the row above if the cell is empty', () => {
    expect(
      variants('Name|Size|Rate|MRP|HSN', ['Kurta|S|100|150|6204', '|M|||', '|L|120||6205']).map(
        ({ price: listPrice, sale_price, hsn }) => [listPrice, sale_price, hsn],
      ),
    ).toEqual([
      [150, 100, '6204'],
      [150, 100, '6204'],
      [150, 120, '6205'],
    ]);
  });

  test('is kept if the sheet has no price or no MRP', () => {
    expect(price('Kurta||', storedProduct())).toEqual([undefined, undefined]);
    expect(price('Kurta||120', storedProduct())).toEqual([120, 100]);
    expect(price('Kurta||120', storedProduct({ price: 150, sale_price: 110 }))).toEqual([120, 110]);
    expect(price('Kurta||90', storedProduct())).toEqual([100, null]);
    const withoutMrp = (line: string, old: ProductRecord) => price(line, old, 'Name|Rate');
    expect(withoutMrp('Kurta|90', storedProduct({ price: 150, sale_price: 110 }))).toEqual([150, 90]);
    expect(withoutMrp('Kurta|90', storedProduct())).toEqual([90, null]);
    expect(withoutMrp('Kurta|', storedProduct())).toEqual([undefined, undefined]);
  });

  test('is required, and must be an amount above 0 in whole paise', () => {
    expect(problemText('Name|Rate', 'Kurta|')).toBe('2: has no price');
    const unreadableAmount = (label: string, cell: string) =>
      `2: ${label} "${cell}" can't be read: write it as 1299, 1,299.50 or ₹1,299`;
    expect(problemText('Name|Rate', 'Kurta|cheap')).toBe(unreadableAmount('price', 'cheap'));
    expect(problemText('Name|Rate', 'Kurta|12.345')).toBe(unreadableAmount('price', '12.345'));
    expect(problemText('Name|Rate', 'Kurta|1.15')).toBe('no problem');
    expect(problemText('Name|Rate|MRP', 'Kurta|1|x')).toBe(unreadableAmount('MRP', 'x'));
    expect(problemText('Name|Rate', 'Kurta|0')).toBe('2: price is 0');
    expect(problemText('Name|Rate|MRP', 'Kurta|1|0')).toBe('2: MRP is 0');
  });
});

describe('other values of a variant', () => {
  const variantOf = (columns: string, cells: string) => variants(`Name|Rate|${columns}`, [`Kurta|1|${cells}`])[0];

  test('include its HSN code, in the formats of spreadsheets', () => {
    expect(variantOf('HSN', "'6204")?.hsn).toBe('6204');
    expect(variantOf('HSN', '6204.0')?.hsn).toBe('6204');
    expect(variantOf('HSN', '')).not.toHaveProperty('hsn');
    expect(problemText('Name|Rate|HSN', 'Kurta|1|62')).toMatch(/^2: HSN "62" /);
  });

  test('include its weight', () => {
    expect(variantOf('Weight', '250')?.weight_g).toBe(250);
    expect(variantOf('Weight (kg)', '0.5')?.weight_g).toBe(500);
    expect(variantOf('Weight', '0')).not.toHaveProperty('weight_g');
    expect(variantOf('Weight', '')).not.toHaveProperty('weight_g');
    expect(problemText('Name|Rate|Weight', 'Kurta|1|heavy')).toBe(
      '2: weight "heavy" is not valid: write 250 or 0.25 kg',
    );
  });

  test('include its stock, with one number for each size in a cell', () => {
    expect(variantOf('Stock', '1,299')).toMatchObject({ quantity: 1299 });
    expect(variantOf('Stock', '20 + 15.5')).toMatchObject({ quantity: 35.5, bolts: [20, 15.5] });
    expect(variantOf('Stock', '')).not.toHaveProperty('quantity');
    const stock = (cell: string) =>
      variants('Name|Rate|Size|Stock', [`Kurta|1|S, M|${cell}`]).map(({ quantity }) => quantity);
    expect(stock('5, 3')).toEqual([5, 3]);
    expect(stock('')).toEqual([undefined, undefined]);
    expect(problemText('Name|Rate|Size|Stock', 'Kurta|1|S, M|5')).toBe(
      '2: one stock, "5", for 2 sizes: write one for each, such as 5, 3, 2, or a row for each size',
    );
    expect(problemText('Name|Rate|Size|Stock', 'Kurta|1|S, M|5, x')).toBe(
      '2: stock "5, x" is not a number such as 12 or 25.5',
    );
    expect(problemText('Name|Rate|Stock', 'Kurta|1|5, 3')).toBe('2: stock "5, 3" is not a number such as 12 or 25.5');
  });
});
