import { z } from 'zod/mini';
import {
  CONTENT_MAX_CHARACTERS,
  type ContactInput,
  CONTACT_MESSAGES as MESSAGES,
  NAME_MAX_CHARACTERS,
  NAME_MIN_CHARACTERS,
} from '#lib/customers/contact/contact.ts';
import { emailField } from '#lib/primitives/email.schema.ts';
import { mobileField } from '#lib/primitives/mobile.schema.ts';
import { oneLine } from '#lib/primitives/name.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const contactSchema = z.object({
  name: text(MESSAGES.nameRequired).check(
    z.overwrite(oneLine),
    z.minLength(1, MESSAGES.nameRequired),
    z.minLength(NAME_MIN_CHARACTERS, MESSAGES.nameShort),
    z.maxLength(NAME_MAX_CHARACTERS, MESSAGES.nameLong),
    z.regex(/^\P{N}*$/u, MESSAGES.nameDigits),
  ),
  mobile: mobileField(MESSAGES.mobileDigits, MESSAGES.mobileRequired),
  email: emailField(MESSAGES.emailInvalid, MESSAGES.emailRequired),
  content: text(MESSAGES.contentRequired).check(
    z.trim(),
    z.minLength(1, MESSAGES.contentRequired),
    z.maxLength(CONTENT_MAX_CHARACTERS, MESSAGES.contentLong),
  ),
} satisfies Record<keyof ContactInput, z.ZodMiniType>);
