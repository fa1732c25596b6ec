/** Matches the names in `CART_COOKIE` and `SESSION_COOKIE`. */
const COOKIE = /(?:^|;\s*)(?:__Host-)?(?:cart|session)=/;

/** Returns whether the cookies suggest a cart of a guest or customer. They are not verified, and grant no access. */
export function hasCart({ headers }: { headers: { cookie?: string | undefined } }): boolean {
  return COOKIE.test(headers.cookie ?? '');
}
