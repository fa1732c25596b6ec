import { PINCODE_INPUT_PATTERN, PINCODE_TITLE } from '#lib/primitives/pincode.ts';

/** The properties of a pincode field, without `maxLength`, which would cut off `560 001` before it is normalized. */
export const PINCODE_INPUT = {
  inputMode: 'numeric',
  autoComplete: 'postal-code',
  pattern: PINCODE_INPUT_PATTERN,
  title: PINCODE_TITLE,
  required: true,
} as const;
