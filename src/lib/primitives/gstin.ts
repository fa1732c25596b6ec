/** The GST registration number: state code, PAN, entity number, Z, check character. */
export const GSTIN_PATTERN = /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/;

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const CHECK_INDEX = 14;

/** Returns the text without white space, in capital letters. */
export function normalizedGstin(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

/**
 * Returns the check character for the first 14 characters of a GSTIN. Each product of value and weight contributes the
 * sum of its two digits in base 36.
 */
export function gstinCheckCharacter(gstin: string): string {
  const base = CHARACTERS.length;
  let sum = 0;
  for (const [index, character] of [...gstin.slice(0, CHECK_INDEX)].entries()) {
    const product = CHARACTERS.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / base) + (product % base);
  }
  return CHARACTERS.charAt((base - (sum % base)) % base);
}

export function hasValidGstinCheckCharacter(gstin: string): boolean {
  return gstin.at(CHECK_INDEX) === gstinCheckCharacter(gstin);
}
