import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { applyLastAddress } from '#lib/sales/manual-orders/draft-customer.server.ts';
import { DRAFT_VERSION } from '#lib/sales/manual-orders/manual-order.schema.ts';

export const POST = adminEndpoint({
  input: DRAFT_VERSION,
  run: applyLastAddress,
  successMessage: 'The last address of this customer was used.',
  redirectTo: '/admin/orders/drafts/[id]#payment',
});
