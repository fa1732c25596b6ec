import { RowError } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { ProductRecord, VariantPatch, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { type RowVariant, sheetAmounts } from '#lib/catalog/import/sheet/sheet-amounts.ts';
import type { SheetColumn, SheetField } from '#lib/catalog/import/sheet/sheet-fields.ts';
import type { SheetGroup, SheetRow } from '#lib/catalog/import/sheet/sheet-rows.ts';
import { parseList } from '#lib/catalog/import/sheet/sheet-values.ts';
import { optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';

const STANDARD_OPTIONS = [
  ['colour', 'Colour'],
  ['size', 'Size'],
  ['age', 'Age'],
] as const satisfies [SheetField, string][];

interface SheetOption {
  label: string;
  valueIn(row: SheetRow): string;
  /** Whether an empty cell repeats the value above. Sellers often write a colour only once for all its sizes. */
  repeatsValueAbove: boolean;
}

/**
 * Returns the options and variants in the rows of a product, and the line of each variant. Throws a RowError if a
 * value is missing or invalid, or if two variants have the same values.
 */
export function sheetVariants(
  group: SheetGroup,
  columns: readonly SheetColumn[],
  old: ProductRecord | undefined,
  removesMissing: boolean,
) {
  const sheetOptions = sheetOptionsOf(group, columns, old);
  const rowVariants = group.rows.flatMap(rowVariantReader(sheetOptions));
  rejectDuplicates(rowVariants, sheetOptions);
  const isStyleCode = styleCodeTest(group);
  const cellsAbove = { price: '', mrp: '', hsn: '' };
  const variants = rowVariants.map((rowVariant) => {
    const values = old ? completeValues(rowVariant, old) : rowVariant.values;
    const sku = isStyleCode(rowVariant.row.get('sku')) ? '' : skuOf(rowVariant.row);
    const oldVariant = old && variantOf(old, sku, values);
    const patch = sheetAmounts(rowVariant, columns, cellsAbove, old, oldVariant);
    if (Object.keys(values).length > 0) patch.values = values;
    if (sku !== '' && rowVariant.siblingCount === 1) patch.sku = sku;
    const barcode = rowVariant.row.get('barcode').replace(/^'/, '');
    if (barcode !== '' && rowVariant.siblingCount === 1) patch.barcode = barcode;
    return patch;
  });
  const options = sheetOptions.map(({ label }) => label);
  if (old && !removesMissing) rejectNewOption(group, options, old, variants);
  return {
    options: old ? mergedOptions(old, options) : options,
    variants,
    variantLines: rowVariants.map(({ row }) => row.line),
  };
}

function sheetOptionsOf(
  group: SheetGroup,
  columns: readonly SheetColumn[],
  old: ProductRecord | undefined,
): SheetOption[] {
  const isFilled = ({ valueIn }: SheetOption) => group.rows.some((row) => valueIn(row) !== '');
  const standardOptions = STANDARD_OPTIONS.map(([field, label]): SheetOption => {
    const valueIn = (row: SheetRow) => row.get(field);
    const isAge = field === 'size' && areAges(group.rows.map(valueIn));
    const newLabel = isAge ? 'Age' : label;
    const oldLabel = old?.options?.find((option) => optionFacetOf(option) === optionFacetOf(newLabel));
    return { label: oldLabel ?? newLabel, valueIn, repeatsValueAbove: field === 'colour' };
  });
  const otherOptions = columns
    .filter(({ use }) => use === 'option')
    .map(({ name }): SheetOption => {
      const valueIn = (row: SheetRow) => row.all('option').find(({ column }) => column === name)?.cell ?? '';
      return { label: name, valueIn, repeatsValueAbove: true };
    });
  const sheetOptions = [...standardOptions, ...otherOptions].filter(isFilled);
  if (sheetOptions.length > 3) {
    throw new RowError(group.line, 'has more than three options (such as colour and size)');
  }
  return sheetOptions;
}

const AGE = /^\d+(\s*(-|–|to)\s*\d+)?\s*(months?|mths?|years?|yrs?)\b/i;

/** Returns whether all sizes are ages. Sellers of children's clothes often write ages in the size column. */
function areAges(cells: readonly string[]): boolean {
  const sizes = cells.flatMap(parseList);
  return sizes.length > 0 && sizes.every((size) => AGE.test(size));
}

/**
 * Returns a function that returns the variants in a row. That function must be called for each row of a product in
 * order.
 */
function rowVariantReader(sheetOptions: readonly SheetOption[]) {
  const valuesAbove = new Map<string, string>();
  return (row: SheetRow): RowVariant[] => {
    const entries = sheetOptions.map(({ label, valueIn, repeatsValueAbove }) => {
      const cell = valueIn(row);
      const value = cell === '' && repeatsValueAbove ? (valuesAbove.get(label) ?? '') : cell;
      if (cell !== '') valuesAbove.set(label, cell);
      if (value === '') throw new RowError(row.line, `has no ${label.toLowerCase()}, which its other rows have`);
      return [label, value] as const;
    });
    const sizeIndex = entries.findIndex(([label]) => ['size', 'age'].includes(optionFacetOf(label) ?? ''));
    const sizes = sizeIndex === -1 ? [''] : parseList(entries[sizeIndex]?.[1] ?? '');
    return sizes.map((size, index) => ({
      row,
      values: Object.fromEntries(
        entries.map(([label, value], optionIndex) => [label, optionIndex === sizeIndex ? size : value]),
      ),
      index,
      siblingCount: sizes.length,
    }));
  };
}

function rejectDuplicates(rowVariants: readonly RowVariant[], sheetOptions: readonly SheetOption[]): void {
  const lineByValues = new Map<string, number>();
  for (const { row, values } of rowVariants) {
    const key = JSON.stringify(values);
    const line = lineByValues.get(key);
    if (line !== undefined && sheetOptions.length === 0) {
      throw new RowError(
        row.line,
        `has the same name as line ${line}, and no size or colour tells them apart: give it another name`,
      );
    }
    if (line !== undefined)
      throw new RowError(row.line, `has the same values as line ${line}: ${Object.values(values).join(', ')}`);
    lineByValues.set(key, row.line);
  }
}

/**
 * Returns a function that returns whether a code occurs in several rows. Such a code identifies a style, not a variant.
 */
function styleCodeTest(group: SheetGroup): (sku: string) => boolean {
  const rowsBySku = Map.groupBy(group.rows, (row) => row.get('sku'));
  return (sku) => (rowsBySku.get(sku)?.length ?? 0) > 1;
}

function skuOf(row: SheetRow): string {
  return row.get('sku').replace(/^'/, '');
}

/**
 * Throws a RowError if the sheet has a new option and does not name every stored variant by its SKU. A stored variant
 * without a value of the option can't coexist with variants that have a value.
 */
function rejectNewOption(
  group: SheetGroup,
  options: readonly string[],
  old: ProductRecord,
  variants: readonly VariantPatch[],
): void {
  const newOption = options.find((label) => !old.options?.includes(label));
  const isNamed = ({ sku }: VariantRecord) => Boolean(sku) && variants.some((patch) => patch.sku === sku);
  if (newOption === undefined || old.variants.every(isNamed)) return;
  const message = `gives "${old.name}" a ${newOption.toLowerCase()}, which it does not have in the shop`;
  throw new RowError(group.line, message, { by: 'removing' });
}

function variantOf(old: ProductRecord, sku: string, values: Record<string, string>): VariantRecord | undefined {
  const options = old.options ?? [];
  const variantWithSku = sku === '' ? undefined : old.variants.find((variant) => variant.sku === sku);
  return (
    variantWithSku ??
    old.variants.find((variant) =>
      options.every((option) => optionValue(variant.values, option) === optionValue(values, option)),
    )
  );
}

/**
 * Returns the values of a variant. If values of options are missing, they are taken from the stored variant that
 * matches the SKU or the other values. Throws a RowError if values are missing, and no stored variant or more than one
 * matches.
 */
function completeValues({ row, values }: RowVariant, old: ProductRecord): Record<string, string> {
  const missingOptions = (old.options ?? []).filter((option) => optionValue(values, option) === undefined);
  if (missingOptions.length === 0) return values;
  const sku = skuOf(row);
  const variantsWithSku = old.variants.filter((variant) => sku !== '' && variant.sku === sku);
  const givenValues = Object.entries(values);
  const variantsWithValues = old.variants.filter((variant) =>
    givenValues.every(([option, value]) => optionValue(variant.values, option) === value),
  );
  const [match, otherMatch] = variantsWithSku.length > 0 ? variantsWithSku : variantsWithValues;
  if (match && !otherMatch) return { ...match.values, ...values };
  const missingNames = missingOptions.map((option) => option.toLowerCase()).join(' and ');
  throw new RowError(row.line, `does not say which ${missingNames}: the shop has several of "${old.name}"`);
}

function mergedOptions(old: ProductRecord, newOptions: readonly string[]): string[] {
  const oldOptions = old.options ?? [];
  return [...oldOptions, ...newOptions.filter((label) => !oldOptions.includes(label))];
}
