import { answerCart, cartOwner } from '#lib/cart/cart-owner.server.ts';
import { ownOrderSchema } from '#lib/orders/order.schema.ts';
import { orderViewer, ownOrder } from '#lib/orders/own-order.server.ts';
import { linesOf } from '#lib/orders/read-orders.server.ts';
import { reorder } from '#lib/orders/reorder.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const POST = endpoint({
  input: ownOrderSchema,
  async run(shop, { orderId, token }, context) {
    const { id } = await ownOrder(shop, orderId, orderViewer(context, token));
    return answerCart(context, await reorder(shop, cartOwner(context), await linesOf(shop.db, id)));
  },
  done: ({ notice }) => (notice ? `In your cart, but for this. ${notice}` : 'Everything is in your cart again.'),
  formGoesTo: '/cart',
});
