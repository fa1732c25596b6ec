import { hasTaxRate, type TaxRate } from '#lib/shop/money/tax.ts';

interface Category {
  hsn: string | null;
  parent_id: number | null;
}

interface Categories {
  find(kind: 'category', slug: string): Category | undefined;
  get(id: number): Category | undefined;
}

const HSN = /^(\d{4}|\d{6}|\d{8})$/;
export const HSN_MESSAGE = 'must be an HSN of 4, 6 or 8 digits';

/** Returns the code without dots and spaces. */
export function plainHsn(input: string): string {
  return input.replaceAll(/[.\s]/g, '');
}

export function isHsn(code: string): boolean {
  return HSN.test(code);
}

/**
 * Returns the variant's code if it is valid; otherwise, the code of the first category that has one or inherits one;
 * null if there is none.
 */
export function taxHsn(
  variantHsn: string | null | undefined,
  slugs: readonly string[],
  categories: Categories,
): string | null {
  if (variantHsn && isHsn(variantHsn)) return variantHsn;
  for (const slug of slugs) {
    const category = categories.find('category', slug);
    const parent = category?.parent_id == null ? undefined : categories.get(category.parent_id);
    const hsn = category?.hsn ?? parent?.hsn;
    if (hsn) return hsn;
  }
  return null;
}

/**
 * Returns whether the GST rate of this code is known; a live shop sells no other products. Without `rates`, the shop
 * charges no GST, and needs no codes.
 */
export function isTaxKnown(hsn: string | null, at: number, rates: readonly TaxRate[]): boolean {
  return rates.length === 0 || (hsn !== null && hasTaxRate(hsn, at, rates));
}
