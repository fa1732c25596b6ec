import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { endStaffAccess } from '#lib/admin/staff/staff.server.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const POST = adminEndpoint({
  needsConfirmation: true,
  input: z.object({ id: text() }),
  run: (shop, { id }) => endStaffAccess(shop, id),
  successMessage: ({ name }) => `${name} can no longer open the admin.`,
  redirectTo: '/admin/staff',
});
