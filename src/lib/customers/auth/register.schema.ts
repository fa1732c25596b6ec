import { z } from 'zod/mini';
import {
  REGISTER_MESSAGES as MESSAGES,
  NAME_MAX_CHARACTERS,
  NAME_MIN_CHARACTERS,
} from '#lib/customers/auth/identity.ts';
import { nextSchema } from '#lib/customers/auth/login.schema.ts';
import { emailField } from '#lib/primitives/email.schema.ts';
import { mobileField } from '#lib/primitives/mobile.schema.ts';
import { oneLine } from '#lib/primitives/name.ts';
import { text } from '#lib/primitives/text.schema.ts';

/** The misspelt `termsAndCondtion` is part of the API (product.md, "API"). */
export const registerSchema = z.object({
  name: text(MESSAGES.name).check(
    z.overwrite(oneLine),
    z.minLength(NAME_MIN_CHARACTERS, MESSAGES.name),
    z.maxLength(NAME_MAX_CHARACTERS, MESSAGES.nameLong),
  ),
  email: emailField(MESSAGES.email),
  mobile: mobileField(MESSAGES.mobile),
  termsAndCondtion: z.union([z.literal(true), z.literal('true'), z.literal('on')], MESSAGES.terms),
  next: nextSchema,
});
