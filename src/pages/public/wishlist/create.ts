import { endpoint } from '#lib/http/endpoint.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';
import { keepWish } from '#lib/wishlist/pending-wish.server.ts';
import { addToWishlistSchema } from '#lib/wishlist/wishlist.schema.ts';
import { addToWishlist } from '#lib/wishlist/wishlist.server.ts';
import { WISHLIST_MESSAGES } from '#lib/wishlist/wishlist.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

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
