import type { VariantPatch, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';

type OptionValues = Record<string, string>;

/**
 * Matches variants first by SKU and values, then the rest by SKU, then the rest by values. A single variant with
 * neither a SKU nor values matches the only stored variant. A matched variant keeps its id, to which orders, carts and
 * the ledger refer. Returns the index of the stored variant for each patch, or undefined for a new variant.
 */
export function matchVariants(
  storedVariants: readonly VariantRecord[],
  patches: readonly VariantPatch[],
  options: readonly string[],
): (number | undefined)[] {
  const unmatchedIndexes = new Set(storedVariants.keys());
  const matches: (number | undefined)[] = patches.map(() => undefined);
  const storedKeys = storedVariants.map(({ values }) => keyOf(values, options));
  const match = (isSame: (patch: VariantPatch, oldIndex: number) => boolean) => {
    for (const [patchIndex, patch] of patches.entries()) {
      if (matches[patchIndex] !== undefined) continue;
      const oldIndex = [...unmatchedIndexes].find((index) => isSame(patch, index));
      if (oldIndex === undefined) continue;
      matches[patchIndex] = oldIndex;
      unmatchedIndexes.delete(oldIndex);
    }
  };
  const hasSameSku = ({ sku }: VariantPatch, oldIndex: number) => Boolean(sku) && storedVariants[oldIndex]?.sku === sku;
  const hasSameValues = ({ values }: VariantPatch, oldIndex: number) =>
    (Boolean(values) || options.length === 0) && keyOf(values ?? {}, options) === storedKeys[oldIndex];
  match((patch, oldIndex) => hasSameSku(patch, oldIndex) && hasSameValues(patch, oldIndex));
  match(hasSameSku);
  match(hasSameValues);
  match(({ sku, values }) => storedVariants.length === 1 && patches.length === 1 && !sku && !values);
  return matches;
}

/**
 * Returns the values of a variant after a change to the options from `before` to `after`. If an option is renamed, the
 * new option at the same position gets the value of the old option.
 */
export function renamedValues(
  values: OptionValues = {},
  before: readonly string[],
  after: readonly string[],
): OptionValues {
  const entries = after.map((label, index) => {
    const oldLabel = before[index];
    const currentValue = optionValue(values, label);
    const value =
      currentValue ?? (oldLabel === undefined || after.includes(oldLabel) ? undefined : optionValue(values, oldLabel));
    return [label, value] as const;
  });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function keyOf(values: OptionValues | undefined, options: readonly string[]): string {
  return JSON.stringify(options.map((label) => optionValue(values, label) ?? ''));
}
