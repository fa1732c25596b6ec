import type { FacetRegistry } from '#lib/catalog/listing-index/facets/facet-registry.server.ts';
import { hasTaxRate, type TaxRate } from '#lib/shop/money/tax.ts';

const HSN_PATTERN = /^(\d{4}|\d{6}|\d{8})$/;
export const HSN_MESSAGE = 'must be an HSN of 4, 6 or 8 digits';

/** Returns an HSN without dots and spaces. */
export function plainHsn(input: string): string {
  return input.replaceAll(/[.\s]/g, '');
}

export function isHsn(code: string): boolean {
  return HSN_PATTERN.test(code);
}

/**
 * Returns the variant's HSN if it is valid; otherwise, the HSN of the first category that has an HSN or inherits one
 * from its parent; null if there is no such category.
 */
export function taxHsn(
  variantHsn: string | null | undefined,
  categorySlugs: readonly string[],
  categories: Pick<FacetRegistry, 'find' | 'get'>,
): string | null {
  if (variantHsn && isHsn(variantHsn)) return variantHsn;
  for (const slug of categorySlugs) {
    const category = categories.find('category', slug);
    const parent = category?.parent_id == null ? undefined : categories.get(category.parent_id);
    const hsn = category?.hsn ?? parent?.hsn;
    if (hsn) return hsn;
  }
  return null;
}

/**
 * Returns whether the GST rate of this HSN is known at `at`. A live shop sells only products whose rate is known. If
 * `rates` is empty, the shop charges no GST and needs no HSNs, so the result is true.
 */
export function isTaxKnown(hsn: string | null, at: number, rates: readonly TaxRate[]): boolean {
  return rates.length === 0 || (hsn !== null && hasTaxRate(hsn, at, rates));
}
