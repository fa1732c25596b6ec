export const MOBILE_DIGITS = 10;
export const MOBILE_MESSAGE = `Mobile must be ${MOBILE_DIGITS} digits`;
export const MOBILE_PATTERN = /^[0-9]{10}$/;

export function typedMobile(text: string): string {
  const digits = text.replace(/[^0-9]/g, '');
  const isPrefixed = digits.length > MOBILE_DIGITS && /^(?:0|91|0091)[0-9]{10}$/.test(digits);
  return isPrefixed ? digits.slice(-MOBILE_DIGITS) : digits.slice(0, MOBILE_DIGITS);
}
