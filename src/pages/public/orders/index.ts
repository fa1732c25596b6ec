import { paginationData } from '#lib/catalog/listing/pagination.ts';
import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { orderListSchema } from '#lib/sales/checkout/order.schema.ts';
import { listCustomerOrders, ORDERS_PER_PAGE } from '#lib/sales/orders/read-orders.server.ts';
import { orderSummaryJson } from '#lib/sales/orders/record/order-json.ts';

export const GET = customerEndpoint({
  input: orderListSchema,
  async run({ db }, { page }, customer) {
    const { orders, total } = await listCustomerOrders(db, customer.id, Math.max(1, page));
    const data = orders.map(({ order, lines }) => orderSummaryJson(order, lines));
    return { data, ...paginationData(total, ORDERS_PER_PAGE, Math.max(1, page)) };
  },
});
