import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { ownOrderSchema } from '#lib/sales/checkout/order.schema.ts';
import { orderMoney, orderMoneyJson } from '#lib/sales/orders/credits/order-money.ts';
import { refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import { orderViewer, ownOrder } from '#lib/sales/orders/own-order.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import { orderJson } from '#lib/sales/orders/record/order-json.ts';
import { creditsOf } from '#lib/sales/orders/record/read-credits.server.ts';

/** An order of the customer, or the order for which the `token` of a signed link was issued. */
export const GET = endpoint({
  input: ownOrderSchema,
  async run(shop, { orderId, token }, context) {
    const order = await ownOrder(shop, orderId, orderViewer(context, token));
    const lines = await linesOf(shop.db, order.id);
    const { write } = shop.db;
    const money = orderMoney(order, lines, await creditsOf(write, order.id), await refundsOf(write, order.id));
    return { ...orderJson(order, lines), ...orderMoneyJson(money) };
  },
});
