import { orderSchema } from '#lib/orders/order.schema.ts';
import { orderFromRequest } from '#lib/orders/order-request.server.ts';
import { ORDER_MESSAGES } from '#lib/orders/orders.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const POST = endpoint({
  input: orderSchema,
  run: orderFromRequest,
  done: ({ orderStatus }) => (orderStatus === 'pending' ? ORDER_MESSAGES.toPay : ORDER_MESSAGES.placed),
  formGoesTo: ({ next }) => next,
});
