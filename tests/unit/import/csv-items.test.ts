import { describe, expect, test } from 'vitest';
import type { CsvProduct } from '#lib/catalog/import/csv/csv-items.ts';
import { csvItems } from '#lib/catalog/import/csv/csv-items.ts';
import { RowError } from '#lib/catalog/import/csv/shopify-groups.ts';
import { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { SourceItem } from '#lib/catalog/import/record/import-source.ts';
import type { FieldProblem } from '#lib/catalog/import/record/product-problems.ts';

const PRODUCT: CsvProduct = {
  record: { type: 'product', slug: 'kurta', name: 'Kurta', variants: [{ price: 1 }, { price: 2 }] },
  ...{ newRecords: [], variantLines: [5, 6], warnings: [], unknownTags: [] },
};
const group = { line: 4, handle: 'kurta' };
const at = { file: 'a.csv', line: 4 };

function itemsOf(
  productOrError: CsvProduct | Error,
  {
    problem,
    handle = 'kurta',
    problemsText,
  }: { problem?: RowError; handle?: string; problemsText?: (problems: FieldProblem[]) => string } = {},
) {
  const names = new TaxonomyNames([]);
  const shared = { file: 'a.csv', names, ...(problemsText ? { problemsText } : {}) };
  const rows = { ...group, handle, ...(problem ? { problem } : {}) };
  const reading = csvItems(shared, rows, 90, () => {
    if (productOrError instanceof Error) throw productOrError;
    return productOrError;
  });
  const items: SourceItem[] = [];
  for (let next = reading.next(); ; next = reading.next()) {
    if (next.done) return { items, result: next.value, names };
    items.push(next.value);
  }
}

describe('a product in a CSV file', () => {
  test('comes after its warnings, and after the records that it refers to', () => {
    const { items, result, names } = itemsOf({
      ...PRODUCT,
      warnings: ['w'],
      newRecords: [
        { type: 'brand', slug: 'fab', name: 'Fab' },
        { type: 'category', slug: 'women', name: 'Women' },
        { type: 'category', slug: 'kurtas', name: 'Kurtas', parent: 'women' },
      ],
    });
    expect(items.slice(0, 4)).toEqual([
      { at, warning: 'w' },
      { at, bytes: 0, record: { type: 'brand', slug: 'fab', name: 'Fab' } },
      { at, bytes: 0, record: { type: 'category', slug: 'women', name: 'Women' } },
      { at, bytes: 0, record: { type: 'category', slug: 'kurtas', name: 'Kurtas', parent: 'women' } },
    ]);
    expect(items.slice(4)).toEqual([
      {
        at,
        bytes: 90,
        record: PRODUCT.record,
        productLines: { variantLines: [5, 6], leftOutMessage: expect.any(Function) },
      },
    ]);
    const [product] = items.slice(4);
    expect(product && 'productLines' in product && product.productLines?.leftOutMessage('is bad')).toBe(
      'is bad (product "kurta" is left out)',
    );
    expect(result?.record).toBe(PRODUCT.record);
    expect([names.nameOf('brand', 'fab'), names.parentOf('women'), names.parentOf('kurtas')]).toEqual([
      ...['Fab', undefined, 'women'],
    ]);
  });

  test('is left out, and the error names the line of the problem', () => {
    const problem = (line: number, message: string) => [{ at: { file: 'a.csv', line }, problem: message, bytes: 90 }];
    const rejectedProduct = itemsOf(PRODUCT, { problem: new RowError(7, 'a stray quote') });
    expect([rejectedProduct.items, rejectedProduct.result]).toEqual([
      problem(7, 'a stray quote (product "kurta" is left out)'),
      undefined,
    ]);
    expect(itemsOf(PRODUCT, { problem: new RowError(7, 'no name'), handle: '' }).items).toEqual(problem(7, 'no name'));
    const failedProduct = itemsOf(new RowError(6, 'no price'));
    expect([failedProduct.items, failedProduct.result]).toEqual([
      problem(6, 'no price (product "kurta" is left out)'),
      undefined,
    ]);
    expect(() => itemsOf(new Error('bug'))).toThrow('bug');
    const productWithBadPrice = { ...PRODUCT.record, variants: [{ price: 1 }, { price: -2 }] };
    const invalidProduct = itemsOf({ ...PRODUCT, record: productWithBadPrice, warnings: ['w'] });
    expect([invalidProduct.items, invalidProduct.result]).toEqual([
      problem(6, 'variants[1].price must be at least 0 (product "kurta" is left out)'),
      undefined,
    ]);
    expect(itemsOf({ ...PRODUCT, record: productWithBadPrice, variantLines: [] }).items).toMatchObject([
      { at: { line: 4 } },
    ]);
    expect(itemsOf({ ...PRODUCT, record: { ...PRODUCT.record, name: 'x'.repeat(9_999) } }).items).toMatchObject([
      { at: { line: 4 } },
    ]);
    const problemsText = (problems: FieldProblem[]) => problems.map(({ path }) => path.join('/')).join();
    expect(itemsOf({ ...PRODUCT, record: productWithBadPrice }, { problemsText }).items).toEqual(
      problem(6, 'variants/1/price (product "kurta" is left out)'),
    );
  });
});
