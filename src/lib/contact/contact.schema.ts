import { z } from 'zod/mini';
import {
  CONTENT_MAX_CHARACTERS,
  type ContactErrors,
  type ContactField,
  type ContactInput,
  NAME_MAX_CHARACTERS,
  NAME_MIN_CHARACTERS,
  CONTACT_MESSAGES as SAYS,
} from '#lib/contact/contact.ts';
import { emailField } from '#lib/fields/email.schema.ts';
import { MOBILE_PATTERN } from '#lib/fields/mobile.ts';

/** POST /public/contact/create (specification, section 5, "Contact form"). The first message of a field is the one shown. */
export const contactSchema = z.object({
  name: z
    .string(SAYS.nameRequired)
    .check(
      z.trim(),
      z.minLength(1, SAYS.nameRequired),
      z.minLength(NAME_MIN_CHARACTERS, SAYS.nameShort),
      z.maxLength(NAME_MAX_CHARACTERS, SAYS.nameLong),
      z.regex(/^\P{N}*$/u, SAYS.nameDigits),
    ),
  mobile: z
    .string(SAYS.mobileRequired)
    .check(z.trim(), z.minLength(1, SAYS.mobileRequired), z.regex(MOBILE_PATTERN, SAYS.mobileDigits)),
  email: emailField(SAYS.emailBad, SAYS.emailRequired),
  content: z
    .string(SAYS.contentRequired)
    .check(z.trim(), z.minLength(1, SAYS.contentRequired), z.maxLength(CONTENT_MAX_CHARACTERS, SAYS.contentLong)),
});

/** What is wrong, by field, each with its first message; `undefined` when nothing is. */
export function contactErrors(input: ContactInput): ContactErrors | undefined {
  const result = contactSchema.safeParse(input);
  if (result.success) return undefined;
  const errors: ContactErrors = {};
  for (const { path, message } of result.error.issues) errors[path[0] as ContactField] ??= message;
  return errors;
}
