import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';
import { readWishlist } from '#lib/wishlist/wishlist.server.ts';
import { WISHLIST_MESSAGES } from '#lib/wishlist/wishlist.ts';
import { wishlistEntryJson } from '#lib/wishlist/wishlist-json.ts';

export const GET = customerEndpoint({
  refused: WISHLIST_MESSAGES.pleaseLogin,
  run: async (shop, _input, customer) => (await readWishlist(shop, customer.id)).map(wishlistEntryJson),
});
