import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { removeFromWishlistSchema } from '#lib/customers/wishlist/wishlist.schema.ts';
import { productIdOfEntry, removeFromWishlist, wasMoved } from '#lib/customers/wishlist/wishlist.server.ts';
import { WISHLIST_MESSAGES } from '#lib/customers/wishlist/wishlist.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { CART_MESSAGES } from '#lib/sales/cart/cart.ts';
import { cartResponse } from '#lib/sales/cart/cart-owner.server.ts';
import { readCart } from '#lib/sales/cart/read-cart.server.ts';

/** Adds the product to the cart first. If this fails, the entry stays in the wishlist. */
export const POST = customerEndpoint({
  loginMessage: WISHLIST_MESSAGES.pleaseLogin,
  input: removeFromWishlistSchema,
  async run(shop, { id }, customer, context) {
    const owner = { customerId: customer.id };
    if (await wasMoved(shop, customer.id, id)) return cartResponse(context, { cart: await readCart(shop, owner) });
    const product = await productIdOfEntry(shop, customer.id, id);
    const change = await addToCart(shop, owner, { product });
    await removeFromWishlist(shop, customer.id, id, 'move wish');
    return cartResponse(context, change);
  },
  successMessage: ({ notice }) => notice ?? CART_MESSAGES.added,
  redirectTo: '/account/wishlist',
});
