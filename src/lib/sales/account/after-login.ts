/** Where a login leads, and which messages its next page shows (product.md, "Login"). */

const FIRST_PAGE = '/account/dashboard';

/** Shows the cart before the checkout if it has lines that the customer has not seen in this session. */
export function pageAfterLogin(requested: string | undefined, hadSavedLines: boolean): string {
  const page = requested ?? FIRST_PAGE;
  return hadSavedLines && page.startsWith('/checkout') ? '/cart' : page;
}

/** One text for the flash message: what happened to the cart, the wishlist and earlier orders. */
export function noticeAfterLogin(notices: { cart_notice: string; wish_notice: string; orders_notice: string }): string {
  return [notices.cart_notice, notices.wish_notice, notices.orders_notice].filter(Boolean).join(' ');
}
