import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { setCustomPrice } from '#lib/sales/manual-orders/draft-lines.server.ts';
import { CUSTOM_PRICE } from '#lib/sales/manual-orders/manual-order.schema.ts';

export const POST = adminEndpoint({
  input: CUSTOM_PRICE,
  run: setCustomPrice,
  successMessage: 'The price was changed.',
  redirectTo: '/admin/orders/drafts/[id]',
  oldInputFields: ['variant', 'price', 'reason'],
});
