// The page after a login, and the messages that it shows (product.md, "Login").

const DEFAULT_PAGE = '/account/dashboard';

/**
 * Returns the requested page, or the dashboard if no page was requested. Returns the cart instead of the checkout if
 * the cart has lines that the customer has not seen in this session.
 */
export function pageAfterLogin(requestedPath: string | undefined, hadSavedLines: boolean): string {
  const page = requestedPath ?? DEFAULT_PAGE;
  return hadSavedLines && page.startsWith('/checkout') ? '/cart' : page;
}

/** Returns the flash message about the cart, the wishlist and earlier orders, or an empty string. */
export function noticeAfterLogin(notices: { cart_notice: string; wish_notice: string; orders_notice: string }): string {
  return [notices.cart_notice, notices.wish_notice, notices.orders_notice].filter(Boolean).join(' ');
}
