import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { orderPath, orderViewer, ownOrder } from '#lib/sales/orders/own-order.server.ts';
import { heldUntil } from '#lib/sales/orders/record/orders.ts';
import { awaitedPayment } from '#lib/sales/payments/payment-status.server.ts';
import { checkPaymentInBackground } from '#lib/sales/payments/payments.server.ts';

export const GET = endpoint({
  async run(shop, _input, context) {
    const viewer = orderViewer(context);
    const order = await ownOrder(shop, context.params.orderId ?? '', viewer);
    const isAwaited = (await awaitedPayment(shop, order, context.url.searchParams.get('state'))) !== undefined;
    if (isAwaited) checkPaymentInBackground(shop, order.id);
    return {
      _id: order.id,
      orderStatus: order.order_status,
      paymentStatus: order.payment_status,
      isAwaited,
      heldUntil: heldUntil(order),
      next: orderPath(order.id, viewer),
    };
  },
});
