import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';
import { keepWish } from '#lib/wishlist/pending-wish.server.ts';
import { addToWishlistSchema } from '#lib/wishlist/wishlist.schema.ts';
import { addToWishlist } from '#lib/wishlist/wishlist.server.ts';
import { WISHLIST_MESSAGES } from '#lib/wishlist/wishlist.ts';

export const POST = endpoint({
  input: addToWishlistSchema,
  async run(shop, { product }, context) {
    const { session } = context.locals;
    if (session) return addToWishlist(shop, session.customer.id, product);
    keepWish(context, product);
    throw new ShopError('not_logged_in', WISHLIST_MESSAGES.pleaseLogin);
  },
  done: WISHLIST_MESSAGES.added,
});
