import {
  type HasColumn,
  OPTION_FIELDS,
  RowError,
  type ShopifyGroup,
  type ShopifyRow,
} from '#lib/catalog/import/csv/shopify-groups.ts';
import type { ProductRecord, VariantPatch, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { plainNumber, rupeesOf } from '#lib/catalog/import/record/rupees.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';

/**
 * Returns the options and variants of a product, and the line of each variant. Throws a RowError if a value is
 * missing or invalid, or if a row matches no variant.
 */
export function readVariants(group: ShopifyGroup, has: HasColumn, old: ProductRecord | undefined) {
  const firstRow = group.rows[0]!;
  const optionNames = OPTION_FIELDS.map(([nameField]) => firstRow.get(nameField));
  const isSimple =
    !optionNames[0] ||
    (optionNames[0].toLowerCase() === 'title' && /^(default title|)$/i.test(firstRow.get('option1Value')));
  const labels = isSimple ? [] : optionNames.filter((label) => label !== '');
  if (labels.length === 0 && old) return { options: undefined, ...matchStoredVariants(group, has, old) };
  const gapIndex = optionNames.findIndex((label, index) => label !== '' && index > 0 && optionNames[index - 1] === '');
  if (!isSimple && gapIndex > 0)
    throw new RowError(firstRow.line, `Option${gapIndex + 1} Name is set without Option${gapIndex} Name`);
  const variants: VariantPatch[] = [];
  const variantLines: number[] = [];
  for (const [index, row] of group.rows.entries()) {
    const values = OPTION_FIELDS.map(([, valueField]) => row.get(valueField));
    const hasVariant = index === 0 || values.some((value) => value !== '');
    if (!hasVariant) {
      if (row.get('sku') || row.get('price')) throw new RowError(row.line, 'has a price or SKU, but no Option1 Value');
      continue;
    }
    const labelledValues = labels.map((label, optionIndex) => [label, values[optionIndex] ?? ''] as const);
    const emptyOption = labelledValues.find(([, value]) => value === '');
    if (emptyOption) throw new RowError(row.line, `has no value for the option "${emptyOption[0]}"`);
    const extraIndex = values.findIndex((value, optionIndex) => value !== '' && optionIndex >= labels.length);
    if (labels.length > 0 && extraIndex !== -1)
      throw new RowError(row.line, `has an Option${extraIndex + 1} Value without a name`);
    variants.push(readVariant(row, labels.length > 0 ? Object.fromEntries(labelledValues) : undefined, has, old));
    variantLines.push(row.line);
  }
  return { options: labels.length > 0 ? labels : undefined, variants, variantLines };
}

function matchStoredVariants(group: ShopifyGroup, has: HasColumn, old: ProductRecord) {
  const variants: VariantPatch[] = [];
  const variantLines: number[] = [];
  for (const [index, row] of group.rows.entries()) {
    const sku = skuOf(row);
    const hasVariantData = sku !== '' || row.get('price') !== '';
    const isForOnlyVariant = old.variants.length === 1 && (index === 0 || hasVariantData);
    const matchingVariant = isForOnlyVariant
      ? old.variants[0]
      : old.variants.find((variant) => sku !== '' && variant.sku === sku);
    if (matchingVariant) {
      variants.push(readVariant(row, matchingVariant.values, has, old, matchingVariant));
      variantLines.push(row.line);
    } else if (hasVariantData) {
      throw new RowError(row.line, 'matches no variant: this product has no such SKU, and the row has no options');
    }
  }
  return { variants, variantLines };
}

function readVariant(
  row: ShopifyRow,
  values: Record<string, string> | undefined,
  has: HasColumn,
  product: ProductRecord | undefined,
  knownVariant?: VariantRecord,
): VariantPatch {
  const old = knownVariant ?? storedVariantOf(skuOf(row), values, product);
  const variant: VariantPatch = { ...readPrices(row, has, old) };
  if (values) variant.values = values;
  if (has('sku')) variant.sku = skuOf(row) || null;
  if (has('barcode')) variant.barcode = row.get('barcode').replace(/^'/, '') || null;
  if (has('hsn')) variant.hsn = row.get('hsn').replace(/^'/, '') || null;
  // Shopify writes 0 if no weight was entered.
  if (has('grams')) variant.weight_g = readNumber(row, 'grams', 'weight') || null;
  // The CSV contains only whole numbers, so the stock of cloth, which is the lengths of its bolts, is not changed.
  const pieces = product?.sell_unit === 'metre' ? undefined : readNumber(row, 'quantity', 'quantity');
  if (pieces !== undefined) variant.quantity = Math.max(0, pieces);
  return variant;
}

function skuOf(row: ShopifyRow): string {
  return row.get('sku').replace(/^'/, '');
}

function storedVariantOf(sku: string, values: Record<string, string> | undefined, product: ProductRecord | undefined) {
  const options = product?.options ?? [];
  const hasSameValues = (a: Record<string, string> = {}, b: Record<string, string> = {}) =>
    options.every((option) => optionValue(a, option) === optionValue(b, option)) &&
    Object.keys(b).length === options.length;
  const bySku = sku === '' ? undefined : product?.variants.find((variant) => variant.sku === sku);
  return bySku ?? product?.variants.find((variant) => hasSameValues(variant.values, values));
}

function readPrices(
  row: ShopifyRow,
  has: HasColumn,
  old: VariantRecord | undefined,
): Pick<VariantPatch, 'price' | 'sale_price'> {
  const newPrice = readNumber(row, 'price', 'price');
  const price = newPrice ?? old?.sale_price ?? old?.price;
  if (price === undefined) throw new RowError(row.line, 'has no price');
  if (newPrice === undefined && !has('compareAt')) return {};
  const oldRegularPrice = old?.sale_price === undefined ? undefined : old.price;
  const regularPrice = has('compareAt') ? readNumber(row, 'compareAt', 'compare-at price') : oldRegularPrice;
  return regularPrice !== undefined && regularPrice > price
    ? { price: regularPrice, sale_price: price }
    : { price, sale_price: null };
}

function readNumber(
  row: ShopifyRow,
  field: 'price' | 'compareAt' | 'quantity' | 'grams',
  name: string,
): number | undefined {
  const text = row.get(field).replace(/^'/, '');
  if (text === '') return undefined;
  const isPrice = field === 'price' || field === 'compareAt';
  const number = isPrice ? rupeesOf(text) : signedNumber(text);
  if (number === undefined) throw new RowError(row.line, `${name} "${text}" is not a plain number such as 1299.50`);
  return number;
}

function signedNumber(text: string): number | undefined {
  const magnitude = plainNumber(text.replace(/^-/, ''));
  return magnitude !== undefined && text.startsWith('-') ? -magnitude : magnitude;
}
