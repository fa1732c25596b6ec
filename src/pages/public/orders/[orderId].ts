import { ownOrderSchema } from '#lib/orders/order.schema.ts';
import { orderJson } from '#lib/orders/order-json.ts';
import { moneyOf, orderMoneyJson } from '#lib/orders/order-money.ts';
import { orderViewer, ownOrder } from '#lib/orders/own-order.server.ts';
import { creditsOf } from '#lib/orders/read-credits.server.ts';
import { linesOf } from '#lib/orders/read-orders.server.ts';
import { refundsOf } from '#lib/orders/refunds.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

/** One's own order: the customer's, or that of the signed link whose `token` is given. */
export const GET = endpoint({
  input: ownOrderSchema,
  async run(shop, { orderId, token }, context) {
    const order = await ownOrder(shop, orderId, orderViewer(context, token));
    const lines = await linesOf(shop.db, order.id);
    const { write } = shop.db;
    const money = moneyOf(order, lines, await creditsOf(write, order.id), await refundsOf(write, order.id));
    return { ...orderJson(order, lines), ...orderMoneyJson(money) };
  },
});
