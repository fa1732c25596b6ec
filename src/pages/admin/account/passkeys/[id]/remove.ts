import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { ACCOUNT_PATH } from '#lib/admin/access/admin-routes.ts';
import { removePasskey } from '#lib/admin/sign-in/passkeys.server.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const POST = adminEndpoint({
  needsConfirmation: true,
  input: z.object({ id: text() }),
  run: (shop, { id }, session) => removePasskey(shop, session, id),
  successMessage: 'The passkey was removed.',
  redirectTo: ACCOUNT_PATH,
});
