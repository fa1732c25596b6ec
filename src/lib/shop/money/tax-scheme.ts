import type { TaxScheme } from '#lib/platform/db/tables/orders.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

/** Returns the seller's current tax scheme. An order keeps the scheme under which it was placed. */
export function taxSchemeOf({ gstin, gstScheme }: Pick<ShopSettings, 'gstin' | 'gstScheme'>): TaxScheme {
  return gstin === '' ? 'unregistered' : gstScheme;
}

/** The sentence about the tax in the shop's prices, by tax scheme. */
export const PRICE_NOTES: Record<TaxScheme, string> = {
  regular: 'Prices include GST.',
  composition: 'The shop pays GST under the composition scheme, and adds no tax to its prices.',
  unregistered: 'The shop is not registered under GST, and charges no tax.',
};

/** Answers to “Will I get a GST invoice?”, about the document that each order gets. */
export const DOCUMENT_NOTES: Record<TaxScheme, string> = {
  regular:
    'Yes, for every order. It shows the HSN code, the taxable value, and CGST and SGST or IGST, depending on the state that we deliver to.',
  composition:
    'Every order gets a bill of supply with our GSTIN. It shows no tax, as a composition dealer collects none.',
  unregistered: 'Every order gets a bill of supply. It shows no GST, as the shop is not registered and charges none.',
};

/** Returns whether the seller may collect GST and issue tax invoices (CGST Act, 10(4), 31(3)(c) and 32). */
export function collectsTax(scheme: TaxScheme): scheme is 'regular' {
  return scheme === 'regular';
}
