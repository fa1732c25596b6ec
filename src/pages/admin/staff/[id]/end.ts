import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { endStaffAccess } from '#lib/admin/staff/staff.server.ts';
import { RECORD_ID } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  needsConfirmation: true,
  input: RECORD_ID,
  run: (shop, { id }) => endStaffAccess(shop, id),
  successMessage: ({ name }) => `${name} can no longer open the admin.`,
  redirectTo: '/admin/staff',
});
