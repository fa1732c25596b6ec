import type { APIContext } from 'astro';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { dropPrivateCookie, readPrivateCookie, setPrivateCookie } from '#lib/platform/http/private-cookie.server.ts';
import { addToWishlist } from '#lib/wishlist/wishlist.server.ts';
import { WISHLIST_MESSAGES } from '#lib/wishlist/wishlist.ts';

const WISH_COOKIE = 'wish';
/** A login by code takes minutes, and the wish must not surprise anybody tomorrow. */
const KEPT_SECONDS = 30 * 60;
type Asked = Pick<APIContext, 'cookies' | 'locals'>;

/** Keeps what a visitor wanted on the wishlist, until the login or registration that is asked for first. */
export function keepWish({ cookies, locals }: Asked, product: string): void {
  setPrivateCookie(cookies, locals.shop.settings, WISH_COOKIE, product, KEPT_SECONDS);
}

/** After a login: the pending wish is granted (product.md, "Wishlist"). Gives what the customer is told of it. */
export async function grantWish({ cookies, locals: { shop } }: Asked, customerId: string): Promise<string> {
  const product = readPrivateCookie(cookies, shop.settings, WISH_COOKIE);
  if (!product) return '';
  dropPrivateCookie(cookies, shop.settings, WISH_COOKIE);
  try {
    await addToWishlist(shop, customerId, product);
    return WISHLIST_MESSAGES.added;
  } catch (error) {
    if (isShopError(error)) return error.message;
    throw error;
  }
}
