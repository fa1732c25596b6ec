import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { ACCOUNT_PATH } from '#lib/admin/access/admin-routes.ts';
import { endStaffDevice } from '#lib/admin/sign-in/sessions.server.ts';
import { RECORD_ID } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_ID,
  run: (shop, { id }, session) => endStaffDevice(shop, session, id),
  successMessage: 'The device is signed out.',
  redirectTo: ACCOUNT_PATH,
});
