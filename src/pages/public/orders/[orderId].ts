import { endpoint } from '#lib/http/endpoint.server.ts';
import { ownOrderSchema } from '#lib/orders/order.schema.ts';
import { orderJson } from '#lib/orders/order-json.ts';
import { orderViewer, ownOrder } from '#lib/orders/own-order.server.ts';
import { linesOf } from '#lib/orders/read-orders.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

/** One's own order: the customer's, or that of the signed link whose `token` is given. */
export const GET = endpoint({
  input: ownOrderSchema,
  async run(shop, { orderId, token }, context) {
    const order = await ownOrder(shop, orderId, orderViewer(context, token));
    return orderJson(order, await linesOf(shop.db, [order.id]));
  },
});
