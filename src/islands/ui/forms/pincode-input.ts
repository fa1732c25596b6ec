import { PINCODE_SPELLINGS, PINCODE_TITLE } from '#lib/primitives/pincode.ts';

/** No `maxLength`: it would cut `560 001` before the rule reads it. */
export const PINCODE_INPUT = {
  inputMode: 'numeric',
  autoComplete: 'postal-code',
  pattern: PINCODE_SPELLINGS,
  title: PINCODE_TITLE,
  required: true,
} as const;
