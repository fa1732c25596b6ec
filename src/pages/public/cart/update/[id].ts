import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { requestedQuantity, updateLineSchema } from '#lib/sales/cart/cart.schema.ts';
import { CART_MESSAGES } from '#lib/sales/cart/cart.ts';
import { cartOwner, cartResponse } from '#lib/sales/cart/cart-owner.server.ts';
import { updateLine } from '#lib/sales/cart/change-line.server.ts';

const change = endpoint({
  input: updateLineSchema,
  async run(shop, { id, quantity, seen_price: seenPrice }, context) {
    const newQuantity = requestedQuantity(context.request, quantity);
    return cartResponse(context, await updateLine(shop, cartOwner(context), id, newQuantity, seenPrice));
  },
  successMessage: CART_MESSAGES.updated,
  redirectTo: '/cart',
  oldInputFields: ['line', 'quantity'],
});

export { change as PATCH, change as POST };
