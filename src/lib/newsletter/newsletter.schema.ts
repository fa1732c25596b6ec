import { z } from 'zod/mini';
import { CODE_OVER } from '#lib/auth/codes.ts';
import { codeField } from '#lib/auth/verify.schema.ts';
import { emailField } from '#lib/fields/email.schema.ts';
import { NEWSLETTER_MESSAGES as MESSAGES } from '#lib/newsletter/newsletter.ts';

const email = emailField(MESSAGES.emailBad, MESSAGES.emailRequired).check(
  // A spreadsheet that opens the exported list would take such an address for a formula.
  z.regex(/^[^=+@-]/, MESSAGES.emailBad),
);

/** POST /frontend/subscribe/create, and the block's form without a script. */
export const subscribeSchema = z.object({ email });

/** An address in a path: the router leaves its %40 as it came. */
const emailInPath = z.pipe(z.pipe(z.string(MESSAGES.emailRequired), z.transform(decoded)), email);

/** GET /frontend/subscribe/show/{email}. */
export const showSchema = z.object({ email: emailInPath });

/** PATCH /frontend/subscribe/update/{email}: `otp` is the challenge that `show` answered, `code` is what was mailed. */
export const confirmSchema = z.object({
  email: emailInPath,
  otp: z.string(CODE_OVER).check(z.maxLength(100, CODE_OVER)),
  code: codeField,
});

/** The code's own page, for browsers without a script: its challenge is in a cookie. */
export const codeSchema = z.pick(confirmSchema, { code: true });

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
