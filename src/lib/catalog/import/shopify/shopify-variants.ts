import {
  type HasColumn,
  OPTION_FIELDS,
  RowProblem,
  type ShopifyGroup,
  type ShopifyRow,
} from '#lib/catalog/import/csv/shopify-groups.ts';
import type { ProductRecord, VariantPatch, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { plainNumber, rupeesOf } from '#lib/catalog/import/record/rupees.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';

/** The options and variants of a product, and the line of each variant. Throws a RowProblem. */
export function readVariants(group: ShopifyGroup, has: HasColumn, old: ProductRecord | undefined) {
  const first = group.rows[0]!;
  const optionNames = OPTION_FIELDS.map(([nameField]) => first.get(nameField));
  const isSimple =
    !optionNames[0] ||
    (optionNames[0].toLowerCase() === 'title' && /^(default title|)$/i.test(first.get('option1Value')));
  const labels = isSimple ? [] : optionNames.filter((label) => label !== '');
  if (labels.length === 0 && old) return { options: undefined, ...withoutOptions(group, has, old) };
  const gap = optionNames.findIndex((label, at) => label !== '' && at > 0 && optionNames[at - 1] === '');
  if (!isSimple && gap > 0) throw new RowProblem(first.line, `Option${gap + 1} Name is set without Option${gap} Name`);
  const variants: VariantPatch[] = [];
  const variantLines: number[] = [];
  for (const [at, row] of group.rows.entries()) {
    const values = OPTION_FIELDS.map(([, valueField]) => row.get(valueField));
    const hasVariant = at === 0 || values.some((value) => value !== '');
    if (!hasVariant) {
      if (row.get('sku') || row.get('price'))
        throw new RowProblem(row.line, 'has a price or SKU, but no Option1 Value');
      continue;
    }
    const byLabel = labels.map((label, place) => [label, values[place] ?? ''] as const);
    const empty = byLabel.find(([, value]) => value === '');
    if (empty) throw new RowProblem(row.line, `has no value for the option "${empty[0]}"`);
    const extra = values.findIndex((value, place) => value !== '' && place >= labels.length);
    if (labels.length > 0 && extra !== -1)
      throw new RowProblem(row.line, `has an Option${extra + 1} Value without a name`);
    variants.push(readVariant(row, labels.length > 0 ? Object.fromEntries(byLabel) : undefined, has, old));
    variantLines.push(row.line);
  }
  return { options: labels.length > 0 ? labels : undefined, variants, variantLines };
}

function withoutOptions(group: ShopifyGroup, has: HasColumn, old: ProductRecord) {
  const variants: VariantPatch[] = [];
  const variantLines: number[] = [];
  for (const [at, row] of group.rows.entries()) {
    const sku = skuOf(row);
    const isNamed = sku !== '' || row.get('price') !== '';
    const isOnly = old.variants.length === 1 && (at === 0 || isNamed);
    const before = isOnly ? old.variants[0] : old.variants.find((variant) => sku !== '' && variant.sku === sku);
    if (before) {
      variants.push(readVariant(row, before.values, has, old, before));
      variantLines.push(row.line);
    } else if (isNamed) {
      throw new RowProblem(row.line, 'matches no variant: this product has no such SKU, and the row has no options');
    }
  }
  return { variants, variantLines };
}

function readVariant(
  row: ShopifyRow,
  values: Record<string, string> | undefined,
  has: HasColumn,
  product: ProductRecord | undefined,
  known?: VariantRecord,
): VariantPatch {
  const old = known ?? oldVariant(skuOf(row), values, product);
  const variant: VariantPatch = { ...readPrices(row, has, old) };
  if (values) variant.values = values;
  if (has('sku')) variant.sku = skuOf(row) || null;
  if (has('barcode')) variant.barcode = row.get('barcode').replace(/^'/, '') || null;
  if (has('hsn')) variant.hsn = row.get('hsn').replace(/^'/, '') || null;
  // Shopify writes 0 if no weight was entered.
  if (has('grams')) variant.weight_g = readNumber(row, 'grams', 'weight') || null;
  // The CSV has whole numbers only, so the stock of cloth, the lengths of its bolts, stays unchanged.
  const pieces = product?.sell_unit === 'metre' ? undefined : readNumber(row, 'quantity', 'quantity');
  if (pieces !== undefined) variant.quantity = Math.max(0, pieces);
  return variant;
}

function skuOf(row: ShopifyRow): string {
  return row.get('sku').replace(/^'/, '');
}

function oldVariant(sku: string, values: Record<string, string> | undefined, product: ProductRecord | undefined) {
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
  if (price === undefined) throw new RowProblem(row.line, 'has no price');
  if (newPrice === undefined && !has('compareAt')) return {};
  const oldRegularPrice = old?.sale_price === undefined ? undefined : old.price;
  const before = has('compareAt') ? readNumber(row, 'compareAt', 'compare-at price') : oldRegularPrice;
  return before !== undefined && before > price ? { price: before, sale_price: price } : { price, sale_price: null };
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
  if (number === undefined) throw new RowProblem(row.line, `${name} "${text}" is not a plain number such as 1299.50`);
  return number;
}

function signedNumber(text: string): number | undefined {
  const size = plainNumber(text.replace(/^-/, ''));
  return size !== undefined && text.startsWith('-') ? -size : size;
}
