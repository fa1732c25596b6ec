import { z } from 'zod/mini';
import { PINCODE_PATTERN } from '#lib/fields/pincode.ts';

const BAD = 'A pincode has 6 digits.';

export const pincodeField = z.string(BAD).check(z.trim(), z.regex(PINCODE_PATTERN, BAD));
