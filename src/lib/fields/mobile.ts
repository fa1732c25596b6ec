export const MOBILE_DIGITS = 10;
export const MOBILE_MESSAGE = `Mobile must be ${MOBILE_DIGITS} digits`;
export const MOBILE_PATTERN = /^[0-9]{10}$/;

/**
 * The ten digits of an Indian number in any usual spelling, such as `+91 98765-43210` or `098765 43210`. Text that is no
 * such number comes back trimmed, so that `MOBILE_PATTERN` rejects it.
 */
export function mobileDigits(text: string): string {
  const written = text.replace(/[\s().-]/g, '');
  return /^(?:\+91|0091|91|0)?([0-9]{10})$/.exec(written)?.[1] ?? text.trim();
}

export function typedMobile(text: string): string {
  const digits = text.replace(/[^0-9]/g, '');
  const isPrefixed = digits.length > MOBILE_DIGITS && /^(?:0|91|0091)[0-9]{10}$/.test(digits);
  return isPrefixed ? digits.slice(-MOBILE_DIGITS) : digits.slice(0, MOBILE_DIGITS);
}
