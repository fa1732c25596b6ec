import { z } from 'zod/mini';
import { isEmail } from '#lib/primitives/email.ts';
import { text } from '#lib/primitives/text.schema.ts';

/** The only rule for email addresses, in the browser and on the server. Returns lower case. */
export const emailField = (invalid: string, required = invalid) =>
  text(required).check(
    z.trim(),
    z.minLength(1, required),
    z.refine((text) => isEmail(text), { error: invalid, abort: true }),
    z.toLowerCase(),
  );
