import type { OrderAddress } from '#lib/sales/address/address.ts';

/** The minimum length of a term. A shorter term would match too many orders to be useful. */
export const MIN_TERM_CHARACTERS = 2;
const MAX_TERM_CHARACTERS = 80;
const MOBILE_LAST_DIGITS = 4;

interface SearchableOrder {
  number: string;
  email: string;
  mobile: string;
  tracking_number: string | null;
  total_paise: number;
  address: Partial<OrderAddress>;
  skus: readonly (string | null)[];
}

/**
 * Returns the search terms of an order: the number, with and without its prefix, year and leading zeros; the name,
 * email address, pincode, city, state, SKUs and tracking number; the mobile numbers and their last four digits; and the
 * total in rupees.
 */
export function orderTerms({
  number,
  email,
  mobile,
  tracking_number,
  total_paise,
  address,
  skus,
}: SearchableOrder): string[] {
  const digits = mobile.replace(/\D/g, '');
  const rupees = total_paise / 100;
  const texts = [
    number,
    number.replace(/^.*\D0*/, ''),
    email,
    digits.slice(-10),
    digits.slice(-MOBILE_LAST_DIGITS),
    address.mobile?.slice(-10),
    address.mobile?.slice(-MOBILE_LAST_DIGITS),
    address.pincode,
    tracking_number,
    Number.isInteger(rupees) ? String(rupees) : rupees.toFixed(2),
    ...skus,
    ...wordsOf(address.name),
    ...wordsOf(address.city),
    ...wordsOf(address.state),
  ];
  const terms = texts.map((text) => termOf(text ?? '')).filter((term) => term.length >= MIN_TERM_CHARACTERS);
  return [...new Set(terms)];
}

/** Returns the terms of a search text. An order matches if each term is a prefix of one of the order's terms. */
export function queryTerms(text: string): string[] {
  const normalizedText = text.replace(/[₹,]/g, '').replace(/^\+?91[\s-]*(?=\d{5}[\s-]?\d{5}$)/, '');
  // A text of several groups of digits is one number, for example 98765 43210.
  const parts = /^[\d\s]+$/.test(normalizedText) ? [normalizedText.replace(/\s/g, '')] : normalizedText.split(/\s+/);
  return [...new Set(parts.map(termOf).filter((term) => term.length >= MIN_TERM_CHARACTERS))];
}

function wordsOf(text: string | undefined): string[] {
  return text?.split(/[\s.,]+/) ?? [];
}

/**
 * Returns the text in lower case, without accents and without spaces at its ends, truncated to the maximum length of a
 * term. Compatibility characters such as ligatures are replaced by the usual letters.
 */
function termOf(text: string): string {
  const unaccentedText = text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC');
  return unaccentedText.toLowerCase().trim().slice(0, MAX_TERM_CHARACTERS);
}
