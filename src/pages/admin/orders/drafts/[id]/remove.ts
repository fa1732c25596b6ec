import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { removeGoods } from '#lib/sales/manual-orders/draft-lines.server.ts';
import { DRAFT_VARIANT } from '#lib/sales/manual-orders/manual-order.schema.ts';

export const POST = adminEndpoint({
  input: DRAFT_VARIANT,
  run: removeGoods,
  successMessage: 'The item was removed.',
  redirectTo: '/admin/orders/drafts/[id]',
});
