import { z } from 'zod/mini';
import { LOGIN_EMAIL_INVALID } from '#lib/customers/auth/identity.ts';
import { safeRedirectPath } from '#lib/platform/http/endpoint/safe-redirect-path.ts';
import { emailField } from '#lib/primitives/email.schema.ts';

export const nextSchema = z.optional(z.pipe(z.unknown(), z.transform(safeRedirectPath)));

export const loginSchema = z.object({ email: emailField(LOGIN_EMAIL_INVALID), next: nextSchema });
