import { z } from 'zod/mini';
import { LOGIN_EMAIL_BAD } from '#lib/auth/identity.ts';
import { emailField } from '#lib/fields/email.schema.ts';
import { safeRedirectPath } from '#lib/platform/http/safe-redirect-path.ts';

export const nextSchema = z.optional(z.pipe(z.unknown(), z.transform(safeRedirectPath)));

export const loginSchema = z.object({ email: emailField(LOGIN_EMAIL_BAD), next: nextSchema });
