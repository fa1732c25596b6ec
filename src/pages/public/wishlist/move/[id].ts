import { addToCart } from '#lib/cart/cart.server.ts';
import { CART_MESSAGES } from '#lib/cart/cart.ts';
import { answerCart } from '#lib/cart/cart-request.server.ts';
import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';
import { removeFromWishlistSchema } from '#lib/wishlist/wishlist.schema.ts';
import { entryProduct, removeFromWishlist } from '#lib/wishlist/wishlist.server.ts';
import { WISHLIST_MESSAGES } from '#lib/wishlist/wishlist.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

/** Move to cart: into the cart first, so that a refusal leaves the entry where it is. */
export const POST = customerEndpoint({
  refused: WISHLIST_MESSAGES.pleaseLogin,
  input: removeFromWishlistSchema,
  async run(shop, { id }, customer, context) {
    const product = await entryProduct(shop, customer.id, id);
    const change = await addToCart(shop, { customerId: customer.id }, { product });
    await removeFromWishlist(shop, customer.id, id);
    return answerCart(context, change);
  },
  done: ({ notice }) => notice ?? CART_MESSAGES.added,
  formGoesTo: '/account/wishlist',
});
