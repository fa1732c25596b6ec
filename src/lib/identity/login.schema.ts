import { z } from 'zod/mini';
import { EMAIL_MAX_CHARACTERS, EMAIL_PATTERN } from '#lib/fields/email.ts';
import { ownPath } from '#lib/http/own-path.ts';
import { LOGIN_EMAIL_BAD } from '#lib/identity/identity.ts';

/** An address in lower case; `says` is its only message. */
export const emailSchema = (says: string) =>
  z.pipe(
    z.string(says).check(z.trim(), z.maxLength(EMAIL_MAX_CHARACTERS, says), z.regex(EMAIL_PATTERN, says)),
    z.transform((email: string) => email.toLowerCase()),
  );

/** Where to go after the login: a path of this shop, else nothing. */
export const nextSchema = z.optional(z.pipe(z.unknown(), z.transform(ownPath)));

/** POST /auth/customer/login (specification, section 5, "Login e-mail"). */
export const loginSchema = z.object({ email: emailSchema(LOGIN_EMAIL_BAD), next: nextSchema });
