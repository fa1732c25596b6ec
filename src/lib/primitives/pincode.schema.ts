import { z } from 'zod/mini';
import { PINCODE_MESSAGE, PINCODE_PATTERN, pincodeDigits } from '#lib/primitives/pincode.ts';
import { text } from '#lib/primitives/text.schema.ts';

/** The only rule of a pincode, in the browser and on the server. Returns its six digits. */
export const pincodeField = text(PINCODE_MESSAGE).check(
  z.overwrite(pincodeDigits),
  z.regex(PINCODE_PATTERN, PINCODE_MESSAGE),
);
