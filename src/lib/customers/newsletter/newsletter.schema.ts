import { z } from 'zod/mini';
import { CODE_EXPIRED } from '#lib/customers/auth/codes.ts';
import { codeField } from '#lib/customers/auth/verify.schema.ts';
import { NEWSLETTER_MESSAGES as MESSAGES } from '#lib/customers/newsletter/newsletter.ts';
import { emailField } from '#lib/primitives/email.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';

const subscriberEmailField = emailField(MESSAGES.emailInvalid, MESSAGES.emailRequired).check(
  // A spreadsheet would treat such an address as a formula, so an export could not contain it unchanged.
  z.regex(/^[^=+@-]/, MESSAGES.emailInvalid),
);

export const subscribeSchema = z.object({ email: subscriberEmailField });

/** An email address in a path, in which the router does not decode `%40`. */
const emailInPathField = z.pipe(z.pipe(text(MESSAGES.emailRequired), z.transform(decodePath)), subscriberEmailField);

export const requestCodeSchema = z.object({ email: emailInPathField });

/**
 * `otp` is the token of the challenge, from the response of `GET /frontend/subscribe/show/{email}`, and `code` is the
 * emailed code.
 */
export const confirmSchema = z.object({
  email: emailInPathField,
  otp: text(CODE_EXPIRED).check(z.maxLength(100, CODE_EXPIRED)),
  code: codeField,
});

/** The input from browsers without JavaScript, which have the token of the challenge in a cookie. */
export const codeSchema = z.pick(confirmSchema, { code: true });

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
