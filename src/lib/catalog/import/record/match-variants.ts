import type { VariantPatch, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';

type Values = Record<string, string>;

/**
 * Matches variants by SKU and values, otherwise by SKU, otherwise by values; a single variant with neither matches a
 * single stored one. A match keeps the id of the variant, to which orders, carts and the ledger refer.
 */
export function matchVariants(
  old: readonly VariantRecord[],
  patches: readonly VariantPatch[],
  options: readonly string[],
): (number | undefined)[] {
  const unmatched = new Set(old.keys());
  const matches: (number | undefined)[] = patches.map(() => undefined);
  const keys = old.map(({ values }) => keyOf(values, options));
  const match = (isSame: (patch: VariantPatch, oldIndex: number) => boolean) => {
    for (const [at, patch] of patches.entries()) {
      if (matches[at] !== undefined) continue;
      const oldIndex = [...unmatched].find((index) => isSame(patch, index));
      if (oldIndex === undefined) continue;
      matches[at] = oldIndex;
      unmatched.delete(oldIndex);
    }
  };
  const hasSameSku = ({ sku }: VariantPatch, oldIndex: number) => Boolean(sku) && old[oldIndex]?.sku === sku;
  const hasSameValues = ({ values }: VariantPatch, oldIndex: number) =>
    (Boolean(values) || options.length === 0) && keyOf(values ?? {}, options) === keys[oldIndex];
  match((patch, oldIndex) => hasSameSku(patch, oldIndex) && hasSameValues(patch, oldIndex));
  match(hasSameSku);
  match(hasSameValues);
  match(({ sku, values }) => old.length === 1 && patches.length === 1 && !sku && !values);
  return matches;
}

/**
 * The values of a variant after a change of the options from `before` to `after`. A renamed option keeps its value: the
 * new option at the same position takes it over.
 */
export function renamedValues(values: Values = {}, before: readonly string[], after: readonly string[]): Values {
  const entries = after.map((label, at) => {
    const former = before[at];
    const current = optionValue(values, label);
    const value = current ?? (former === undefined || after.includes(former) ? undefined : optionValue(values, former));
    return [label, value] as const;
  });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function keyOf(values: Values | undefined, options: readonly string[]): string {
  return JSON.stringify(options.map((label) => optionValue(values, label) ?? ''));
}
