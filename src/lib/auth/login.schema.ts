import { z } from 'zod/mini';
import { LOGIN_EMAIL_BAD } from '#lib/auth/identity.ts';
import { emailField } from '#lib/fields/email.schema.ts';
import { safeRedirectPath } from '#lib/platform/http/safe-redirect-path.ts';

/** Where to go after the login: a path of this shop, else nothing. */
export const nextSchema = z.optional(z.pipe(z.unknown(), z.transform(safeRedirectPath)));

/** POST /auth/customer/login (product.md, "Login"). */
export const loginSchema = z.object({ email: emailField(LOGIN_EMAIL_BAD), next: nextSchema });
