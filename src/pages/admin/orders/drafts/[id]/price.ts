import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { setCustomPrice } from '#lib/sales/manual-orders/draft-lines.server.ts';
import { CUSTOM_PRICE } from '#lib/sales/manual-orders/manual-order.schema.ts';
import { draftPath } from '#lib/sales/manual-orders/manual-order.ts';

export const POST = adminEndpoint({
  input: CUSTOM_PRICE,
  run: setCustomPrice,
  successMessage: 'The price was changed.',
  redirectTo: draftPath,
  oldInputFields: ['variant', 'price', 'reason'],
});
