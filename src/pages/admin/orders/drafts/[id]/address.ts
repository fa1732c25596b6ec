import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { saveAddress } from '#lib/sales/manual-orders/draft-customer.server.ts';
import { DRAFT_ADDRESS } from '#lib/sales/manual-orders/manual-order.schema.ts';

export const POST = adminEndpoint({
  input: DRAFT_ADDRESS,
  run: saveAddress,
  successMessage: 'The address was saved.',
  redirectTo: '/admin/orders/drafts/[id]#payment',
  oldInputFields: ['name', 'mobile', 'house', 'street', 'landmark', 'city', 'state', 'pincode'],
});
