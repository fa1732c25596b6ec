import { z } from 'zod/mini';
import { isEmail } from '#lib/primitives/email.ts';
import { text } from '#lib/primitives/text.schema.ts';

/** Returns the schema of a required email address, checked by `isEmail`. Its output is trimmed and in lower case. */
export const emailField = (invalidMessage: string, requiredMessage = invalidMessage) =>
  text(requiredMessage).check(
    z.trim(),
    z.minLength(1, requiredMessage),
    z.refine(isEmail, { error: invalidMessage, abort: true }),
    z.toLowerCase(),
  );
