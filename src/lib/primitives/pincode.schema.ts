import { z } from 'zod/mini';
import { PINCODE_MESSAGE, PINCODE_PATTERN, pincodeDigits } from '#lib/primitives/pincode.ts';
import { text } from '#lib/primitives/text.schema.ts';

/** The schema of a required pincode. Its output is the six digits. */
export const pincodeField = text(PINCODE_MESSAGE).check(
  z.overwrite(pincodeDigits),
  z.regex(PINCODE_PATTERN, PINCODE_MESSAGE),
);
