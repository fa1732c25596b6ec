import { recordEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { endStaffAccess } from '#lib/admin/staff/staff.server.ts';

export const POST = recordEndpoint({
  needsConfirmation: true,
  run: (shop, { id }) => endStaffAccess(shop, id),
  successMessage: ({ name }) => `${name} can no longer open the admin.`,
  redirectTo: '/admin/staff',
});
