import { z } from 'zod/mini';
import {
  MOBILE_MESSAGE,
  MOBILE_PATTERN,
  MOBILE_START,
  MOBILE_START_MESSAGE,
  mobileDigits,
} from '#lib/primitives/mobile.ts';
import { text } from '#lib/primitives/text.schema.ts';

/**
 * Returns the schema of a required mobile number. Its output is the ten digits. The `stored` number is valid even if it
 * predates the rule about the first digit.
 */
export const mobileField = (invalid = MOBILE_MESSAGE, required = invalid, stored?: string) =>
  text(required).check(
    z.overwrite(mobileDigits),
    z.minLength(1, required),
    z.refine((digits) => MOBILE_PATTERN.test(digits), { error: invalid, abort: true }),
    z.refine((digits) => digits === stored || MOBILE_START.test(digits), MOBILE_START_MESSAGE),
  );
