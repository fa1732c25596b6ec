export const MOBILE_DIGITS = 10;
export const MOBILE_MESSAGE = `Mobile must be ${MOBILE_DIGITS} digits`;
export const MOBILE_PATTERN = /^[0-9]{10}$/;

/** What may be typed or pasted into a mobile number: its digits, ten at most; a leading +91 or 0 is dropped when ten follow. */
export function typedMobile(text: string): string {
  const digits = text.replace(/[^0-9]/g, '');
  const isPrefixed = digits.length > MOBILE_DIGITS && /^(?:0|91|0091)[0-9]{10}$/.test(digits);
  return isPrefixed ? digits.slice(-MOBILE_DIGITS) : digits.slice(0, MOBILE_DIGITS);
}
