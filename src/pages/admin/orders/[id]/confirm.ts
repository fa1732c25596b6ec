import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { ORDER_VERSION } from '#lib/sales/orders/admin/order-version.schema.ts';
import { confirmOrder } from '#lib/sales/orders/confirmation/confirm-order.server.ts';

export const POST = orderEndpoint({
  input: ORDER_VERSION,
  run: (shop, { id, changeOptions }) => confirmOrder(shop, id, 'staff', changeOptions),
  successMessage: ({ number }) => `${number} is confirmed. It can be packed now.`,
});
