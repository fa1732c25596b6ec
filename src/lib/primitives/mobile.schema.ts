import { z } from 'zod/mini';
import {
  MOBILE_MESSAGE,
  MOBILE_PATTERN,
  MOBILE_START_MESSAGE,
  MOBILE_START_PATTERN,
  mobileDigits,
} from '#lib/primitives/mobile.ts';
import { text } from '#lib/primitives/text.schema.ts';

/**
 * Returns the schema of a required mobile number. Its output is the ten digits. `storedNumber` is valid even if it
 * predates the rule about the first digit.
 */
export const mobileField = (invalidMessage = MOBILE_MESSAGE, requiredMessage = invalidMessage, storedNumber?: string) =>
  text(requiredMessage).check(
    z.overwrite(mobileDigits),
    z.minLength(1, requiredMessage),
    z.refine((digits) => MOBILE_PATTERN.test(digits), { error: invalidMessage, abort: true }),
    z.refine((digits) => digits === storedNumber || MOBILE_START_PATTERN.test(digits), MOBILE_START_MESSAGE),
  );
