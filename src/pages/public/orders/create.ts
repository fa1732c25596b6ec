import { endpoint } from '#lib/http/endpoint.server.ts';
import { orderSchema } from '#lib/orders/order.schema.ts';
import { orderFromRequest } from '#lib/orders/order-request.server.ts';
import { ORDER_MESSAGES } from '#lib/orders/orders.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = endpoint({
  input: orderSchema,
  run: orderFromRequest,
  done: ({ orderStatus }) => (orderStatus === 'pending' ? ORDER_MESSAGES.toPay : ORDER_MESSAGES.placed),
  formGoesTo: ({ next }) => next,
});
