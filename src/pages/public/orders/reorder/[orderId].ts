import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { cartOwner, cartResponse } from '#lib/sales/cart/cart-owner.server.ts';
import { ownOrderSchema } from '#lib/sales/checkout/order.schema.ts';
import { orderViewer, ownOrder } from '#lib/sales/orders/own-order.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import { reorder } from '#lib/sales/orders/reorder.server.ts';

export const POST = endpoint({
  input: ownOrderSchema,
  async run(shop, { orderId, token }, context) {
    const { id } = await ownOrder(shop, orderId, orderViewer(context, token));
    return cartResponse(context, await reorder(shop, cartOwner(context), await linesOf(shop.db, id)));
  },
  successMessage: ({ notice }) =>
    notice ? `The available items are in your cart. ${notice}` : 'Everything is in your cart again.',
  redirectTo: '/cart',
});
