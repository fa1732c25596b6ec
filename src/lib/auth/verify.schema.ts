import { z } from 'zod/mini';
import { CODE_WRONG } from '#lib/auth/codes.ts';
import { nextSchema } from '#lib/auth/login.schema.ts';

/** Four to eight digits; a number has lost the zeros at its beginning, and codes are compared as numbers (product.md, "Login"). */
export const codeField = z.pipe(
  z.transform((value: unknown) => (typeof value === 'number' ? String(value).padStart(4, '0') : value)),
  z.string(CODE_WRONG).check(z.trim(), z.regex(/^\d{4,8}$/, CODE_WRONG)),
);

/** POST /auth/customer/verify. A code that is no code is answered like a wrong one, and uses up no try. */
export const verifySchema = z.object({
  email: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254))),
  otp: codeField,
  next: nextSchema,
});
