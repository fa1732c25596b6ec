import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { removeFromWishlistSchema } from '#lib/customers/wishlist/wishlist.schema.ts';
import { removeFromWishlist } from '#lib/customers/wishlist/wishlist.server.ts';
import { WISHLIST_MESSAGES } from '#lib/customers/wishlist/wishlist.ts';

const remove = customerEndpoint({
  loginMessage: WISHLIST_MESSAGES.pleaseLogin,
  input: removeFromWishlistSchema,
  run: (shop, { id }, customer) => removeFromWishlist(shop, customer.id, id),
  successMessage: WISHLIST_MESSAGES.removed,
  redirectTo: '/account/wishlist',
});

export { remove as DELETE, remove as POST };
