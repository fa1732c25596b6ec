import type { APIContext } from 'astro';
import { addToWishlist } from '#lib/customers/wishlist/wishlist.server.ts';
import { WISHLIST_MESSAGES } from '#lib/customers/wishlist/wishlist.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import {
  dropPrivateCookie,
  readPrivateCookie,
  setPrivateCookie,
} from '#lib/platform/http/cookies/private-cookie.server.ts';

const WISH_COOKIE = 'wish';
/**
 * The lifetime of the cookie, which is long enough for a login by code. Later, the visitor would no longer expect the
 * product to be added.
 */
const MAX_AGE_SECONDS = 30 * 60;
type CookieContext = Pick<APIContext, 'cookies' | 'locals'>;

/** Stores which product a visitor without a login wants, so that it can be added after the login. */
export function savePendingWish({ cookies, locals }: CookieContext, idOrSlug: string): void {
  setPrivateCookie(cookies, locals.shop.settings, WISH_COOKIE, idOrSlug, MAX_AGE_SECONDS);
}

/** Adds the stored product. Returns the message to show, or an empty string if there is no stored product. */
export async function addPendingWish(
  { cookies, locals: { shop } }: CookieContext,
  customerId: string,
): Promise<string> {
  const idOrSlug = readPrivateCookie(cookies, shop.settings, WISH_COOKIE);
  if (!idOrSlug) return '';
  dropPrivateCookie(cookies, shop.settings, WISH_COOKIE);
  try {
    await addToWishlist(shop, customerId, idOrSlug);
    return WISHLIST_MESSAGES.added;
  } catch (error) {
    if (isShopError(error)) return error.message;
    throw error;
  }
}
