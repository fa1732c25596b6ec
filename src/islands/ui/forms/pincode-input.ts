import { PINCODE_INPUT_PATTERN, PINCODE_TITLE } from '#lib/primitives/pincode.ts';

/** The properties don't include `maxLength`, which would cut off `560 001` before the rule normalizes it. */
export const PINCODE_INPUT = {
  inputMode: 'numeric',
  autoComplete: 'postal-code',
  pattern: PINCODE_INPUT_PATTERN,
  title: PINCODE_TITLE,
  required: true,
} as const;
