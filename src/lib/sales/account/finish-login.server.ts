import type { APIContext } from 'astro';
import { saveLogin } from '#lib/customers/auth/browser.server.ts';
import type { LoginResult } from '#lib/customers/auth/log-in-out.server.ts';
import { customerJson } from '#lib/customers/auth/sessions/session.server.ts';
import { addPendingWish } from '#lib/customers/wishlist/pending-wish.server.ts';
import { noticePath } from '#lib/platform/http/endpoint/endpoint-response.server.ts';
import { mergeAtLogin } from '#lib/sales/cart/merge-carts.server.ts';
import { claimedOrdersNotice, claimGuestOrders } from '#lib/sales/orders/claim-guest-orders.server.ts';

/**
 * Logs the customer in, and adds the guest's cart, pending wishlist entry and orders to the account. Returns the
 * customer, the next page and the messages to show there.
 */
export async function finishLogin(context: APIContext, login: LoginResult) {
  saveLogin(context, login);
  const cart = await mergeAtLogin(context, login.customer.id);
  const wish_notice = await addPendingWish(context, login.customer.id);
  const claimedOrderCount = await claimGuestOrders(context.locals.shop, login.customer);
  const next = pageAfterLogin(login.next, cart.hadSavedLines);
  return {
    ...customerJson(login.customer),
    next,
    notice_path: noticePath(context.locals.routes, next),
    cart_notice: cart.messages.join(' '),
    wish_notice,
    orders_notice: claimedOrdersNotice(claimedOrderCount),
  };
}

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
