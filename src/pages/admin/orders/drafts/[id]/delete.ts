import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { deleteDraft } from '#lib/sales/manual-orders/drafts.server.ts';
import { DRAFT_VERSION } from '#lib/sales/manual-orders/manual-order.schema.ts';

export const POST = adminEndpoint({
  input: DRAFT_VERSION,
  run: deleteDraft,
  done: 'The draft was deleted.',
  formGoesTo: '/admin/orders/new',
});
