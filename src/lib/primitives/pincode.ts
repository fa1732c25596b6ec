import { digitsIn, withoutSeparators } from '#lib/primitives/digits.ts';

// Rules for pincodes: product.md, "Mobile numbers and pincodes".

const PINCODE_DIGITS = 6;
export const PINCODE_PATTERN = /^[1-9][0-9]{5}$/;
export const PINCODE_MESSAGE = `A pincode has ${PINCODE_DIGITS} digits.`;

/** The `pattern` attribute of a field. It matches every spelling that `pincodeField` accepts. */
export const PINCODE_INPUT_PATTERN = '\\D*[1-9](?:\\D*\\d){5}\\D*';
export const PINCODE_TITLE = `${PINCODE_DIGITS} digits`;

/**
 * Returns the six digits of a pincode such as `560 001`. Other text is returned trimmed, so that `PINCODE_PATTERN`
 * rejects it.
 */
export function pincodeDigits(text: string): string {
  const compactText = withoutSeparators(text);
  return PINCODE_PATTERN.test(compactText) ? compactText : text.trim();
}

/** Returns the value of the field after each key, paste or autofill: up to six digits. */
export function filterPincodeInput(text: string): string {
  return digitsIn(text).slice(0, PINCODE_DIGITS);
}

export interface PincodeLocation {
  pincode: string;
  city: string;
  state: string;
}
