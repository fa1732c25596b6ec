import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { addGoods } from '#lib/sales/manual-orders/draft-lines.server.ts';
import { DRAFT_QUANTITY } from '#lib/sales/manual-orders/manual-order.schema.ts';

export const POST = adminEndpoint({
  input: DRAFT_QUANTITY,
  run: addGoods,
  successMessage: 'The item was added.',
  redirectTo: '/admin/orders/drafts/[id]',
  oldInputFields: ['variant', 'quantity'],
});
