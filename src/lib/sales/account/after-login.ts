/** Where a login leads, and which messages its next page shows (product.md, "Login"). */

const FIRST_PAGE = '/account/dashboard';

/** Never leads on to pay for lines that were in the customer's cart before: those are shown first. */
export function pageAfterLogin(asked: string | undefined, hasUnseenLines: boolean): string {
  const page = asked ?? FIRST_PAGE;
  return hasUnseenLines && page.startsWith('/checkout') ? '/cart' : page;
}

/** One text for the flash message: what happened to the cart, the wishlist and earlier orders. */
export function toldAfterLogin(notices: { cart_notice: string; wish_notice: string; orders_notice: string }): string {
  return [notices.cart_notice, notices.wish_notice, notices.orders_notice].filter(Boolean).join(' ');
}
