import { digitsIn, withoutSeparators } from '#lib/primitives/digits.ts';

// Rules for mobile numbers: product.md, "Mobile numbers and pincodes".

const MOBILE_DIGITS = 10;
export const MOBILE_MESSAGE = `Mobile must be ${MOBILE_DIGITS} digits`;
export const MOBILE_START_MESSAGE = 'Mobile numbers in India start with 6, 7, 8 or 9';
export const MOBILE_PATTERN = /^[0-9]{10}$/;
export const MOBILE_START_PATTERN = /^[6-9]/;

/** The `pattern` attribute of a field. It matches every spelling that `mobileField` accepts for a new number. */
export const MOBILE_INPUT_PATTERN = '\\D*(?:(?:0\\D*0\\D*)?9\\D*1\\D*)?(?:0\\D*)?[6-9](?:\\D*\\d){9}\\D*';
export const MOBILE_TITLE = `${MOBILE_DIGITS} digits, starting with 6, 7, 8 or 9`;

/**
 * Returns the ten digits of an Indian number in any usual spelling, such as `+91 98765-43210` or `098765 43210`. Other
 * text is returned trimmed, so that `MOBILE_PATTERN` rejects it.
 */
export function mobileDigits(text: string): string {
  const compactText = withoutSeparators(text);
  return /^(?:(?:\+|00)?91)?0?([0-9]{10})$/.exec(compactText)?.[1] ?? text.trim();
}

/**
 * Returns the value of the field after each key, paste or autofill: up to ten digits, without leading zeros. A number
 * may itself start with 91, so a country code is removed only if there are more than ten digits.
 */
export function filterMobileInput(text: string): string {
  const digits = withoutTrunkPrefix(digitsIn(text));
  const nationalNumber =
    digits.length > MOBILE_DIGITS && /^910?[6-9]/.test(digits) ? withoutTrunkPrefix(digits.slice(2)) : digits;
  return nationalNumber.slice(0, MOBILE_DIGITS);
}

function withoutTrunkPrefix(digits: string): string {
  return digits.replace(/^0+/, '');
}
