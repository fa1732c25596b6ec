import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { confirmWithCode } from '#lib/admin/sign-in/authenticator.server.ts';
import { authenticatorCode } from '#lib/admin/sign-in/code.schema.ts';
import { safeRedirectPath } from '#lib/platform/http/endpoint/safe-redirect-path.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const POST = adminEndpoint({
  input: z.object({
    code: authenticatorCode,
    next: z.optional(text()),
  }),
  async run(shop, { code, next }, session) {
    await confirmWithCode(shop, session, code);
    return { next: safeRedirectPath(next) ?? '/admin' };
  },
  redirectTo: ({ next }) => next,
});
