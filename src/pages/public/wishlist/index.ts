import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { readWishlist } from '#lib/customers/wishlist/wishlist.server.ts';
import { WISHLIST_MESSAGES } from '#lib/customers/wishlist/wishlist.ts';
import { wishlistEntryJson } from '#lib/customers/wishlist/wishlist-json.ts';

export const GET = customerEndpoint({
  loginMessage: WISHLIST_MESSAGES.pleaseLogin,
  run: async (shop, _input, customer) => (await readWishlist(shop, customer.id)).map(wishlistEntryJson),
});
