import { RowProblem } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { ProductRecord, VariantPatch, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { sheetAmounts } from '#lib/catalog/import/sheet/sheet-amounts.ts';
import type { SheetColumn, SheetField } from '#lib/catalog/import/sheet/sheet-fields.ts';
import type { SheetGroup, SheetRow } from '#lib/catalog/import/sheet/sheet-rows.ts';
import { listOf } from '#lib/catalog/import/sheet/sheet-values.ts';
import { optionKind } from '#lib/catalog/listing-index/facets/facets.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';

const CHOICES = [
  ['colour', 'Colour'],
  ['size', 'Size'],
  ['age', 'Age'],
] as const satisfies [SheetField, string][];

interface Choice {
  label: string;
  valueIn(row: SheetRow): string;
  /** Whether an empty cell takes the value above it: sellers write a colour once for all its sizes. */
  goesOn: boolean;
}

interface OneVariant {
  row: SheetRow;
  values: Record<string, string>;
  at: number;
  siblings: number;
}

/** The variants in the rows of a product. Throws a RowProblem. */
export function sheetVariants(
  group: SheetGroup,
  columns: readonly SheetColumn[],
  old: ProductRecord | undefined,
  removes: boolean,
) {
  const choices = choicesOf(group, columns, old);
  const named = group.rows.flatMap(variantsOfRow(choices));
  refuseTwins(named, choices);
  const isStyleCode = sharedSkus(group);
  const inheriting = { price: '', mrp: '', hsn: '' };
  const variants = named.map((one): VariantPatch => {
    const values = old ? wholeValues(one, old) : one.values;
    const before = old && variantOf(old, skuOf(one.row, isStyleCode), values);
    const patch: VariantPatch = sheetAmounts(one, columns, inheriting, old, before);
    if (Object.keys(values).length > 0) patch.values = values;
    const sku = skuOf(one.row, isStyleCode);
    if (sku !== '' && one.siblings === 1) patch.sku = sku;
    const barcode = one.row.get('barcode').replace(/^'/, '');
    if (barcode !== '' && one.siblings === 1) patch.barcode = barcode;
    return patch;
  });
  const options = choices.map(({ label }) => label);
  if (old && !removes) refuseNewChoice(group, options, old, variants);
  return {
    options: old ? optionsWith(old, options) : options,
    variants,
    variantLines: named.map(({ row }) => row.line),
  };
}

function choicesOf(group: SheetGroup, columns: readonly SheetColumn[], old: ProductRecord | undefined): Choice[] {
  const isFilled = (valueIn: Choice['valueIn']) => group.rows.some((row) => valueIn(row) !== '');
  const usual = CHOICES.map(([field, label]): Choice => {
    const kind = optionKind(label);
    const known = old?.options?.find((one) => optionKind(one) === kind);
    const valueIn = (row: SheetRow) => row.get(field);
    const isAge = field === 'size' && hasAges(group.rows.map(valueIn));
    const own = isAge ? (old?.options?.find((one) => optionKind(one) === 'age') ?? 'Age') : (known ?? label);
    return { label: own, valueIn, goesOn: field === 'colour' };
  });
  const others = columns.flatMap(({ name, use }): Choice[] =>
    use === 'option'
      ? [
          {
            label: name,
            valueIn: (row) => row.all('option').find(({ column }) => column === name)?.cell ?? '',
            goesOn: true,
          },
        ]
      : [],
  );
  const choices = [...usual, ...others].filter(({ valueIn }) => isFilled(valueIn));
  if (choices.length > 3) {
    throw new RowProblem(group.line, 'has more than three choices (colour, size and such), which is the most');
  }
  return choices;
}

const AGE = /^\d+(\s*(-|–|to)\s*\d+)?\s*(months?|mths?|years?|yrs?)\b/i;

/** Sellers of children's clothes often write ages in the size column. */
function hasAges(cells: readonly string[]): boolean {
  const sizes = cells.flatMap(listOf);
  return sizes.length > 0 && sizes.every((size) => AGE.test(size));
}

function variantsOfRow(choices: readonly Choice[]) {
  const above = new Map<string, string>();
  return (row: SheetRow): OneVariant[] => {
    const values = choices.map(({ label, valueIn, goesOn }) => {
      const own = valueIn(row);
      const value = own === '' && goesOn ? (above.get(label) ?? '') : own;
      if (own !== '') above.set(label, own);
      if (value === '') throw new RowProblem(row.line, `has no ${label.toLowerCase()}, which its other rows have`);
      return [label, value] as const;
    });
    const sizes = values.findIndex(([label]) => ['size', 'age'].includes(optionKind(label) ?? ''));
    const listed = sizes === -1 ? [''] : listOf(values[sizes]?.[1] ?? '');
    return listed.map((size, at) => ({
      row,
      values: Object.fromEntries(values.map(([label, value], place) => [label, place === sizes ? size : value])),
      at,
      siblings: listed.length,
    }));
  };
}

function refuseTwins(named: readonly OneVariant[], choices: readonly Choice[]): void {
  const lines = new Map<string, number>();
  for (const { row, values } of named) {
    const key = JSON.stringify(values);
    const line = lines.get(key);
    if (line !== undefined && choices.length === 0) {
      throw new RowProblem(
        row.line,
        `has the same name as line ${line}, and no size or colour tells them apart: give it another name`,
      );
    }
    if (line !== undefined)
      throw new RowProblem(row.line, `is ${Object.values(values).join(', ')}, as line ${line} is`);
    lines.set(key, row.line);
  }
}

/** Detects codes that occur in several rows: they identify a style, not a variant. */
function sharedSkus(group: SheetGroup): (sku: string) => boolean {
  const rows = Map.groupBy(group.rows, (row) => row.get('sku'));
  return (sku) => (rows.get(sku)?.length ?? 0) > 1;
}

function skuOf(row: SheetRow, isShared: (sku: string) => boolean): string {
  const sku = row.get('sku').replace(/^'/, '');
  return isShared(row.get('sku')) ? '' : sku;
}

/** A stored variant without a size can't coexist with variants that have one. */
function refuseNewChoice(
  group: SheetGroup,
  options: readonly string[],
  old: ProductRecord,
  variants: readonly VariantPatch[],
): void {
  const added = options.find((label) => !old.options?.includes(label));
  const isNamed = ({ sku }: VariantRecord) => Boolean(sku) && variants.some((patch) => patch.sku === sku);
  if (added === undefined || old.variants.every(isNamed)) return;
  const words = `gives "${old.name}" a ${added.toLowerCase()}, without which the shop has it`;
  throw new RowProblem(group.line, words, { by: 'removing' });
}

function variantOf(old: ProductRecord, sku: string, values: Record<string, string>): VariantRecord | undefined {
  const options = old.options ?? [];
  const bySku = sku === '' ? undefined : old.variants.find((variant) => variant.sku === sku);
  return (
    bySku ??
    old.variants.find((variant) =>
      options.every((option) => optionValue(variant.values, option) === optionValue(values, option)),
    )
  );
}

/**
 * Completes the values of options without a column from the stored variants, if only one variant matches. Throws a
 * RowProblem.
 */
function wholeValues({ row, values }: OneVariant, old: ProductRecord): Record<string, string> {
  const missing = (old.options ?? []).filter((option) => optionValue(values, option) === undefined);
  if (missing.length === 0) return values;
  const sku = row.get('sku').replace(/^'/, '');
  const bySku = old.variants.filter((variant) => sku !== '' && variant.sku === sku);
  const named = Object.entries(values);
  const alike = old.variants.filter((variant) =>
    named.every(([option, value]) => optionValue(variant.values, option) === value),
  );
  const [only, another] = bySku.length > 0 ? bySku : alike;
  if (only && !another) return { ...only.values, ...values };
  const words = missing.map((option) => option.toLowerCase()).join(' and ');
  throw new RowProblem(row.line, `does not say which ${words}: the shop has several of "${old.name}"`);
}

function optionsWith(old: ProductRecord, named: readonly string[]): string[] {
  const oldOptions = old.options ?? [];
  return [...oldOptions, ...named.filter((label) => !oldOptions.includes(label))];
}
