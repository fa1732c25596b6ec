import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';
import { paginationData } from '#lib/listing/pagination.ts';
import { orderPageSchema } from '#lib/orders/order.schema.ts';
import { orderSummaryJson } from '#lib/orders/order-json.ts';
import { listOrders, ORDERS_PER_PAGE } from '#lib/orders/read-orders.server.ts';

export const GET = customerEndpoint({
  input: orderPageSchema,
  async run({ db }, { page }, customer) {
    const { orders, total } = await listOrders(db, customer.id, Math.max(1, page));
    const data = orders.map(({ order, lines }) => orderSummaryJson(order, lines));
    return { data, ...paginationData(total, ORDERS_PER_PAGE, Math.max(1, page)) };
  },
});
