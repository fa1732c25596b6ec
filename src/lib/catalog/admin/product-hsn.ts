import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';

/**
 * Returns the HSN code that all variants share. `hsn` is undefined if the variants have no code or different codes;
 * `hasDifferentCodes` is true if the codes are different.
 */
export function hsnOf({ variants }: Pick<ProductRecord, 'variants'>): {
  hsn: string | undefined;
  hasDifferentCodes: boolean;
} {
  const codes = new Set(variants.map(({ hsn }) => hsn));
  const [sharedCode] = codes;
  return codes.size > 1 ? { hsn: undefined, hasDifferentCodes: true } : { hsn: sharedCode, hasDifferentCodes: false };
}
