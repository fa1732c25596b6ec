import { z } from 'zod/mini';
import { isEmail } from '#lib/primitives/email.ts';
import { text } from '#lib/primitives/text.schema.ts';

/** Returns the schema of a required email address, checked by `isEmail`. Its output is trimmed and in lower case. */
export const emailField = (invalid: string, required = invalid) =>
  text(required).check(
    z.trim(),
    z.minLength(1, required),
    z.refine(isEmail, { error: invalid, abort: true }),
    z.toLowerCase(),
  );
