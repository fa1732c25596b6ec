import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { ownOrderSchema } from '#lib/sales/checkout/order.schema.ts';
import { CONFIRMED_MESSAGE, confirmOrder } from '#lib/sales/orders/confirmation/confirm-order.server.ts';
import { orderViewer, ownOrder } from '#lib/sales/orders/own-order.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import { orderJson } from '#lib/sales/orders/record/order-json.ts';

export const POST = endpoint({
  input: ownOrderSchema,
  async run(shop, { orderId, token }, context) {
    const { id } = await ownOrder(shop, orderId, orderViewer(context, token));
    const order = await confirmOrder(shop, id, 'customer');
    return orderJson(order, await linesOf(shop.db, id));
  },
  successMessage: CONFIRMED_MESSAGE,
});
