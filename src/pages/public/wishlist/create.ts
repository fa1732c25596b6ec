import { savePendingWish } from '#lib/customers/wishlist/pending-wish.server.ts';
import { addToWishlistSchema } from '#lib/customers/wishlist/wishlist.schema.ts';
import { addToWishlist, removeProductFromWishlist } from '#lib/customers/wishlist/wishlist.server.ts';
import { WISHLIST_MESSAGES } from '#lib/customers/wishlist/wishlist.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

export const POST = endpoint({
  input: addToWishlistSchema,
  async run(shop, { product, wanted }, context) {
    const { session } = context.locals;
    if (session && wanted) return addToWishlist(shop, session.customer.id, product);
    if (session) return removeProductFromWishlist(shop, session.customer.id, product);
    if (wanted) savePendingWish(context, product);
    throw new ShopError('not_logged_in', WISHLIST_MESSAGES.pleaseLogin);
  },
  successMessage: (result) => ('_id' in result ? WISHLIST_MESSAGES.added : WISHLIST_MESSAGES.removed),
});
