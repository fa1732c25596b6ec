import { z } from 'zod/mini';
import { CODE_WRONG } from '#lib/customers/auth/codes.ts';
import { nextSchema } from '#lib/customers/auth/login.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';

/**
 * A code in a JSON number has lost its leading zeros. They are restored here up to four digits, and in `checkCode` up
 * to the length of the emailed code, so that codes are compared as numbers (product.md, "Login").
 */
export const codeField = z.pipe(
  z.transform((value: unknown) => (typeof value === 'number' ? String(value).padStart(4, '0') : value)),
  text(CODE_WRONG).check(z.trim(), z.regex(/^\d{4,8}$/, CODE_WRONG)),
);

/** Text that can't be a code is treated like a wrong code, but does not use up an attempt. */
export const verifySchema = z.object({
  email: z.optional(text().check(z.trim(), z.toLowerCase(), z.maxLength(254))),
  otp: codeField,
  next: nextSchema,
});
