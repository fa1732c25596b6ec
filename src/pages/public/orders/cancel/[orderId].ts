import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { ownOrderSchema } from '#lib/sales/checkout/order.schema.ts';
import { cancelOrder } from '#lib/sales/orders/move-order.server.ts';
import { orderViewer, ownOrder } from '#lib/sales/orders/own-order.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import { orderJson } from '#lib/sales/orders/record/order-json.ts';
import { ORDER_MESSAGES } from '#lib/sales/orders/record/orders.ts';

export const POST = endpoint({
  input: ownOrderSchema,
  async run(shop, { orderId, token }, context) {
    const { id } = await ownOrder(shop, orderId, orderViewer(context, token));
    const order = await cancelOrder(shop, id, 'customer', { networks: context.locals.networks });
    return orderJson(order, await linesOf(shop.db, id));
  },
  successMessage: ORDER_MESSAGES.cancelled,
});
