import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';
import { addToWishlistSchema } from '#lib/wishlist/wishlist.schema.ts';
import { addToWishlist } from '#lib/wishlist/wishlist.server.ts';
import { WISHLIST_MESSAGES } from '#lib/wishlist/wishlist.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = customerEndpoint({
  refused: WISHLIST_MESSAGES.pleaseLogin,
  input: addToWishlistSchema,
  run: (shop, { product }, customer) => addToWishlist(shop, customer.id, product),
  done: WISHLIST_MESSAGES.added,
});
