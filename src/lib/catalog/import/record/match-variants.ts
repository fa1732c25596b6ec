import type { VariantPatch, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';

type Values = Record<string, string>;

/**
 * Matches variants by SKU and values, otherwise by SKU, otherwise by values. Their ids must stay, because orders, carts
 * and the ledger refer to them.
 */
export function matchVariants(
  old: readonly VariantRecord[],
  given: readonly VariantPatch[],
  options: readonly string[],
): (number | undefined)[] {
  const free = new Set(old.keys());
  const found: (number | undefined)[] = given.map(() => undefined);
  const keys = old.map(({ values }) => keyOf(values, options));
  const take = (isSame: (patch: VariantPatch, place: number) => boolean) => {
    for (const [at, patch] of given.entries()) {
      if (found[at] !== undefined) continue;
      const place = [...free].find((one) => isSame(patch, one));
      if (place === undefined) continue;
      found[at] = place;
      free.delete(place);
    }
  };
  const isSku = ({ sku }: VariantPatch, place: number) => Boolean(sku) && old[place]?.sku === sku;
  const isValues = ({ values }: VariantPatch, place: number) =>
    (Boolean(values) || options.length === 0) && keyOf(values ?? {}, options) === keys[place];
  take((patch, place) => isSku(patch, place) && isValues(patch, place));
  take(isSku);
  take(isValues);
  take(({ sku, values }) => old.length === 1 && given.length === 1 && !sku && !values);
  return found;
}

export function renamedValues(values: Values = {}, before: readonly string[], after: readonly string[]): Values {
  const entries = after.map((label, at) => {
    const former = before[at];
    const own = optionValue(values, label);
    const value = own ?? (former === undefined || after.includes(former) ? undefined : optionValue(values, former));
    return [label, value] as const;
  });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function keyOf(values: Values | undefined, options: readonly string[]): string {
  return JSON.stringify(options.map((label) => optionValue(values, label) ?? ''));
}
