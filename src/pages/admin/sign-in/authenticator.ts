import { z } from 'zod/mini';
import { signInWithCode } from '#lib/admin/sign-in/authenticator.server.ts';
import { saveStaffSession, staffBrowser } from '#lib/admin/sign-in/browser.server.ts';
import { authenticatorCode } from '#lib/admin/sign-in/code.schema.ts';
import { staffEmail } from '#lib/admin/staff/staff.schema.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { safeRedirectPath } from '#lib/platform/http/endpoint/safe-redirect-path.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const POST = endpoint({
  input: z.object({
    email: staffEmail,
    code: authenticatorCode,
    next: z.optional(text()),
  }),
  async run(shop, { email, code, next }, context) {
    saveStaffSession(context, await signInWithCode(shop, { email, code }, staffBrowser(context)));
    return { next: safeRedirectPath(next) ?? '/admin' };
  },
  redirectTo: ({ next }) => next,
  oldInputFields: ['email'],
});
