import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { orderSchema } from '#lib/sales/checkout/order.schema.ts';
import { placeOrderFromRequest } from '#lib/sales/checkout/order-request.server.ts';
import { ORDER_MESSAGES } from '#lib/sales/orders/record/orders.ts';

export const POST = endpoint({
  input: orderSchema,
  run: placeOrderFromRequest,
  successMessage: ({ orderStatus }) => (orderStatus === 'pending' ? ORDER_MESSAGES.toPay : ORDER_MESSAGES.placed),
  redirectTo: ({ next }) => next,
});
