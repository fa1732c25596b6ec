/** Matches the cookie names `CART_COOKIE` and `SESSION_COOKIE`. */
const CART_OR_SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?(?:cart|session)=/;

/** Returns whether the visitor may have a cart. The cookies are not verified, so the result must not grant access. */
export function hasCartCookie({ headers }: { headers: { cookie?: string } }): boolean {
  return CART_OR_SESSION_COOKIE.test(headers.cookie ?? '');
}
