import { cancelOrder } from '#lib/orders/move-order.server.ts';
import { ownOrderSchema } from '#lib/orders/order.schema.ts';
import { orderJson } from '#lib/orders/order-json.ts';
import { ORDER_MESSAGES } from '#lib/orders/orders.ts';
import { orderViewer, ownOrder } from '#lib/orders/own-order.server.ts';
import { linesOf } from '#lib/orders/read-orders.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const POST = endpoint({
  input: ownOrderSchema,
  async run(shop, { orderId, token }, context) {
    const { id } = await ownOrder(shop, orderId, orderViewer(context, token));
    const order = await cancelOrder(shop, id, 'customer', { networks: context.locals.networks });
    return orderJson(order, await linesOf(shop.db, id));
  },
  done: ORDER_MESSAGES.cancelled,
});
