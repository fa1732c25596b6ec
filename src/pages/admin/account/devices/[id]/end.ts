import { recordEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { ACCOUNT_PATH } from '#lib/admin/access/admin-routes.ts';
import { endStaffDevice } from '#lib/admin/sign-in/sessions.server.ts';

export const POST = recordEndpoint({
  run: (shop, { id }, session) => endStaffDevice(shop, session, id),
  successMessage: 'The device is signed out.',
  redirectTo: ACCOUNT_PATH,
});
