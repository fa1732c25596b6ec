import { normalizedGstin } from '#lib/primitives/gstin.ts';
import { stateCode, stateWithCode } from '#lib/primitives/state-codes.ts';
import { STATES } from '#lib/primitives/states.ts';
import { collectsTax, taxSchemeOf } from '#lib/shop/money/tax-scheme.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

/** A business that gets an invoice with its GSTIN (product.md, "Invoices for businesses"). */
export interface BusinessBuyer {
  gstin: string;
  name: string;
}

export const BUSINESS_NAME_MAX_CHARACTERS = 120;

export const BUSINESS_MESSAGES = {
  pattern: 'A GSTIN has 15 letters and digits, such as 36AABCT1332L1ZD.',
  check: 'This GSTIN has a typing mistake. Please compare it with your certificate.',
  noGstin: 'Enter the GSTIN, or leave the name of the business empty.',
  noName: 'Enter the name of the business as in its registration.',
  long: `A name can have at most ${BUSINESS_NAME_MAX_CHARACTERS} characters.`,
} as const;

/**
 * Returns whether buyers can ask for an invoice for their business. A business can claim GST back only with an invoice
 * from a seller who collects GST.
 */
export function offersBusinessInvoices(settings: Pick<ShopSettings, 'buyerGstin' | 'gstin' | 'gstScheme'>): boolean {
  return settings.buyerGstin && collectsTax(taxSchemeOf(settings));
}

/**
 * Returns the reason that an order to this state can't have an invoice with this GSTIN; undefined if it can have one.
 * The place of supply of shipped goods is where their movement ends (IGST Act, 10(1)(a)). For a business in another
 * state, the order would be a bill-to-ship-to sale: it would be supplied in that state (10(1)(b)) and taxed
 * differently.
 */
export function gstinRefusal(gstin: string, state: string): string | undefined {
  const gstinStateCode = normalizedGstin(gstin).slice(0, 2);
  if (gstinStateCode === stateCode(state)) return undefined;
  const gstinState = STATES.find((name) => stateCode(name) === gstinStateCode);
  const origin = gstinState ? `is registered in ${stateWithCode(gstinState)}` : 'is registered in another state';
  return `This GSTIN ${origin}, but the parcel goes to ${stateWithCode(state)}. Use the GSTIN of that state, or none.`;
}

/** Returns the business to which an order is invoiced; undefined for a consumer. */
export function businessBuyerOf(order: {
  buyer_gstin: string | null;
  buyer_business: string | null;
}): BusinessBuyer | undefined {
  return order.buyer_gstin ? { gstin: order.buyer_gstin, name: order.buyer_business ?? '' } : undefined;
}

export function businessColumns(business: BusinessBuyer | undefined) {
  return { buyer_gstin: business?.gstin ?? null, buyer_business: business?.name ?? null };
}
