import { recordEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { endStaffDevice } from '#lib/admin/sign-in/sessions.server.ts';

export const POST = recordEndpoint({
  run: (shop, { id }, session) => endStaffDevice(shop, session, id),
  successMessage: 'The device is signed out.',
  redirectTo: '/admin/account',
});
