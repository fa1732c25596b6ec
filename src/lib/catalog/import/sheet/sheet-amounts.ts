import { RowError } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { ProductRecord, VariantPatch, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { rupeesOf } from '#lib/catalog/import/record/rupees.ts';
import type { SheetColumn } from '#lib/catalog/import/sheet/sheet-fields.ts';
import type { SheetRow } from '#lib/catalog/import/sheet/sheet-rows.ts';
import { parseGrams, parseList, parseStock } from '#lib/catalog/import/sheet/sheet-values.ts';
import { HSN_MESSAGE, isHsn, plainHsn } from '#lib/catalog/products/goods-hsn.ts';
import { rupeesToPaise } from '#lib/shop/money/money.ts';

/** A variant in a row, which has several variants if its cell for the size contains several sizes. */
export interface RowVariant {
  row: SheetRow;
  values: Record<string, string>;
  /** The position among the variants of the row, counted from 0. */
  index: number;
  /** The number of variants of the row, such as three for the sizes "S, M, L". */
  siblingCount: number;
}

/** The values in earlier rows of a product, which are used for empty cells in later rows of the product. */
export type CellsAbove = Record<'price' | 'mrp' | 'hsn', string>;

/**
 * Reads the price, stock, tax code and weight of a variant. An empty cell for the price, MRP or tax code has the value
 * in `above`, which is updated. Other empty cells change nothing. Throws a RowError if a value is invalid or there is
 * no price.
 */
export function sheetAmounts(
  { row, index, siblingCount }: RowVariant,
  columns: readonly SheetColumn[],
  above: CellsAbove,
  oldProduct: ProductRecord | undefined,
  oldVariant: VariantRecord | undefined,
): VariantPatch {
  for (const field of ['price', 'mrp', 'hsn'] as const) above[field] = row.get(field) || above[field];
  const patch = readPrices(row, above, columns, oldProduct, oldVariant);
  const hsn = plainHsn(above.hsn.replace(/^'/, '').replace(/\.0$/, ''));
  if (hsn !== '' && !isHsn(hsn)) throw new RowError(row.line, `HSN "${above.hsn}" ${HSN_MESSAGE}`);
  if (hsn !== '') patch.hsn = hsn;
  const weight = row.all('weight')[0];
  if (weight) {
    const grams = parseGrams(weight.cell, weight.column);
    if (grams === undefined) throw new RowError(row.line, `weight "${weight.cell}" is not valid: write 250 or 0.25 kg`);
    if (grams > 0) patch.weight_g = grams;
  }
  return { ...patch, ...readStock(row, index, siblingCount) };
}

function readPrices(
  row: SheetRow,
  above: CellsAbove,
  columns: readonly SheetColumn[],
  oldProduct: ProductRecord | undefined,
  oldVariant: VariantRecord | undefined,
): VariantPatch {
  const newPrice = priceIn(row, above.price, 'price');
  const price = newPrice ?? oldVariant?.sale_price ?? oldVariant?.price;
  if (price === undefined)
    throw new RowError(row.line, oldProduct ? 'is new to the product and has no price' : 'has no price');
  const hasMrp = columns.some(({ use }) => use === 'mrp');
  if (newPrice === undefined && (!hasMrp || above.mrp === '')) return {};
  const oldRegularPrice = oldVariant?.sale_price === undefined ? undefined : oldVariant.price;
  const regularPrice = hasMrp ? priceIn(row, above.mrp, 'MRP') : oldRegularPrice;
  return regularPrice !== undefined && regularPrice > price
    ? { price: regularPrice, sale_price: price }
    : { price, sale_price: null };
}

function priceIn(row: SheetRow, cell: string, label: string): number | undefined {
  if (cell === '') return undefined;
  const rupees = rupeesOf(cell);
  if (rupees === undefined || rupeesToPaise(rupees) === undefined) {
    throw new RowError(row.line, `${label} "${cell}" can't be read: write it as 1299, 1,299.50 or ₹1,299`);
  }
  if (rupees === 0) throw new RowError(row.line, `${label} is 0`);
  return rupees;
}

function readStock(row: SheetRow, index: number, siblingCount: number): Pick<VariantPatch, 'quantity' | 'bolts'> {
  const cell = row.get('stock');
  if (cell === '') return {};
  // The stock "1,299" of one variant is one number. The stock "5, 3, 2" of three sizes is three numbers.
  const amounts = siblingCount === 1 ? [cell] : parseList(cell);
  if (amounts.length !== siblingCount) {
    const message = `one stock, "${cell}", for ${siblingCount} sizes: write one for each, such as 5, 3, 2, or a row for each size`;
    throw new RowError(row.line, message);
  }
  const stock = parseStock(amounts[index] ?? '');
  if (!stock) throw new RowError(row.line, `stock "${cell}" is not a number such as 12 or 25.5`);
  return stock;
}
