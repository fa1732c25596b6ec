import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { deleteDraft } from '#lib/sales/manual-orders/drafts.server.ts';
import { DRAFT_VERSION } from '#lib/sales/manual-orders/manual-order.schema.ts';

export const POST = adminEndpoint({
  input: DRAFT_VERSION,
  run: deleteDraft,
  successMessage: 'The draft was deleted.',
  redirectTo: '/admin/orders/new',
});
