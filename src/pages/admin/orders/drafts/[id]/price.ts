import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { setOwnPrice } from '#lib/sales/manual-orders/draft-lines.server.ts';
import { OWN_PRICE } from '#lib/sales/manual-orders/manual-order.schema.ts';
import { draftPath } from '#lib/sales/manual-orders/manual-order.ts';

export const POST = adminEndpoint({
  input: OWN_PRICE,
  run: setOwnPrice,
  successMessage: 'The price was changed.',
  redirectTo: draftPath,
  oldInputFields: ['variant', 'price', 'reason'],
});
