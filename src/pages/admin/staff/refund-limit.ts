import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { REFUND_LIMIT } from '#lib/admin/staff/refund-limit.schema.ts';
import { setRefundLimit } from '#lib/admin/staff/refund-limits.server.ts';

export const POST = adminEndpoint({
  needsConfirmation: true,
  input: REFUND_LIMIT,
  run: (shop, { role, limit }) => setRefundLimit(shop, { role, paise: limit }),
  successMessage: 'The refund limit is saved.',
  redirectTo: '/admin/staff',
  oldInputFields: ['limit'],
});
