/** The names are those of `CART_COOKIE` and `SESSION_COOKIE`. */
const COOKIE = /(?:^|;\s*)(?:__Host-)?(?:cart|session)=/;

/** Whether the visitor seems to have a cart: a guest's own, or that of a customer. It proves nothing and gives no rights. */
export function hasCart({ headers }: { headers: { cookie?: string | undefined } }): boolean {
  return COOKIE.test(headers.cookie ?? '');
}
