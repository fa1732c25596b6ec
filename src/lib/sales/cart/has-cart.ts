/** Matches the names in `CART_COOKIE` and `SESSION_COOKIE`. */
const COOKIE = /(?:^|;\s*)(?:__Host-)?(?:cart|session)=/;

/** Whether the visitor seems to have a cart, as a guest or a customer. It proves nothing and grants no rights. */
export function hasCart({ headers }: { headers: { cookie?: string | undefined } }): boolean {
  return COOKIE.test(headers.cookie ?? '');
}
