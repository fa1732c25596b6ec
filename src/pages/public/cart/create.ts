import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { isPlainForm } from '#lib/platform/http/endpoint/endpoint-response.server.ts';
import { addToCart, chosenVariantPath, missingChoicePath } from '#lib/sales/cart/add-to-cart.server.ts';
import { addToCartSchema, requestedQuantity } from '#lib/sales/cart/cart.schema.ts';
import { CART_MESSAGES } from '#lib/sales/cart/cart.ts';
import { cartOwner, cartResponse } from '#lib/sales/cart/cart-owner.server.ts';
import { rejectedQuantityPath } from '#lib/sales/cart/rejected-quantity-path.server.ts';

export const POST = endpoint({
  input: addToCartSchema,
  async run(shop, input, context) {
    const { seen_price: seenPrice, ...item } = input;
    const request = { ...item, seenPrice, quantity: requestedQuantity(context.request, input.quantity) };
    const isForm = isPlainForm(context.request);
    try {
      const choicePath = isForm ? await missingChoicePath(shop.db, input) : undefined;
      if (choicePath) return seeOther(choicePath);
      return cartResponse(context, await addToCart(shop, cartOwner(context), request));
    } catch (error) {
      const variantPath = isForm ? await chosenVariantPath(shop.db, input) : undefined;
      const location = rejectedQuantityPath(context, input, error, variantPath);
      if (location === undefined) throw error;
      return seeOther(location);
    }
  },
  successMessage: (cart) => (cart instanceof Response ? '' : (cart.notice ?? CART_MESSAGES.added)),
  redirectTo: '/cart',
});

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
