import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { INVITATION } from '#lib/admin/staff/staff.schema.ts';
import { inviteStaff } from '#lib/admin/staff/staff.server.ts';

export const POST = adminEndpoint({
  needsConfirmation: true,
  input: INVITATION,
  run: inviteStaff,
  successMessage: 'The invitation is on its way.',
  redirectTo: '/admin/staff',
  oldInputFields: ['email', 'name', 'role'],
});
