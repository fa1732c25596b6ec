import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { acceptChanges } from '#lib/sales/manual-orders/draft-lines.server.ts';
import { DRAFT_VERSION } from '#lib/sales/manual-orders/manual-order.schema.ts';

export const POST = adminEndpoint({
  input: DRAFT_VERSION,
  run: acceptChanges,
  successMessage: 'The draft has the current prices.',
  redirectTo: '/admin/orders/drafts/[id]',
});
