import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { dropStaffSession } from '#lib/admin/sign-in/browser.server.ts';
import { endStaffSession } from '#lib/admin/sign-in/sessions.server.ts';

export const POST = adminEndpoint({
  async run(shop, _input, session, context) {
    await endStaffSession(shop, session.id);
    dropStaffSession(context);
  },
  successMessage: 'You are signed out.',
  redirectTo: '/admin/sign-in',
});
