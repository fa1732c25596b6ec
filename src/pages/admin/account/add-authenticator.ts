import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { addAuthenticator } from '#lib/admin/sign-in/authenticator.server.ts';
import { saveRecoveryCodes, staffBrowser } from '#lib/admin/sign-in/browser.server.ts';
import { authenticatorCode } from '#lib/admin/sign-in/code.schema.ts';

export const POST = adminEndpoint({
  needsConfirmation: 'unless enrolling',
  input: z.object({ code: authenticatorCode }),
  run: async (shop, { code }, session, context) =>
    saveRecoveryCodes(context, await addAuthenticator(shop, session, { token: staffBrowser(context).token, code })),
  successMessage: 'The authenticator app was added.',
  redirectTo: '/admin/account',
});
