import { paginationData } from '#lib/catalog/pagination.ts';
import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';
import { orderPageSchema } from '#lib/orders/order.schema.ts';
import { orderSummaryJson } from '#lib/orders/order-json.ts';
import { listOrders, ORDERS_PER_PAGE } from '#lib/orders/read-orders.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

/** The customer's orders, the newest first. */
export const GET = customerEndpoint({
  input: orderPageSchema,
  async run({ db }, { page }, customer) {
    const { orders, total } = await listOrders(db, customer.id, Math.max(1, page));
    const data = orders.map(({ order, lines }) => orderSummaryJson(order, lines));
    return { data, ...paginationData(total, ORDERS_PER_PAGE, Math.max(1, page)) };
  },
});
