import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { ACCOUNT_PATH } from '#lib/admin/access/admin-routes.ts';
import { endStaffDevice } from '#lib/admin/sign-in/sessions.server.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const POST = adminEndpoint({
  input: z.object({ id: text() }),
  run: (shop, { id }, session) => endStaffDevice(shop, session, id),
  successMessage: 'The device is signed out.',
  redirectTo: ACCOUNT_PATH,
});
