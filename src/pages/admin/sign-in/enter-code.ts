import { z } from 'zod/mini';
import { saveStaffSession, staffBrowser } from '#lib/admin/sign-in/browser.server.ts';
import { CODE_REJECTED, enterStaffCode } from '#lib/admin/sign-in/mailed-code.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { withoutSeparators } from '#lib/primitives/digits.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const POST = endpoint({
  input: z.object({ code: text().check(z.overwrite(withoutSeparators), z.regex(/^\d{6}$/, CODE_REJECTED)) }),
  run: async (shop, { code }, context) =>
    saveStaffSession(context, await enterStaffCode(shop, { ...staffBrowser(context), code })),
  successMessage: 'Now add a passkey or an authenticator app, to sign in with from now on.',
  redirectTo: '/admin/account',
});
