import { endpoint } from '#lib/http/endpoint.server.ts';
import { orderPath, orderViewer, ownOrder } from '#lib/orders/own-order.server.ts';
import { askAboutOrder } from '#lib/payments/payments.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const GET = endpoint({
  async run(shop, _input, context) {
    const viewer = orderViewer(context);
    const { id, payment_status } = await ownOrder(shop, context.params.orderId ?? '', viewer);
    if (payment_status === 'unpaid') await askAboutOrder(shop, id);
    const order = await ownOrder(shop, id, viewer);
    return {
      _id: id,
      orderStatus: order.order_status,
      paymentStatus: order.payment_status,
      next: orderPath(id, viewer),
    };
  },
});
