import type { APIContext } from 'astro';
import { keepLogin } from '#lib/auth/browser.server.ts';
import type { CustomerJson } from '#lib/auth/customer.ts';
import type { LoggedIn } from '#lib/auth/logged-in.server.ts';
import { customerJson } from '#lib/auth/session.server.ts';
import { joinAtLogin } from '#lib/cart/join-carts.server.ts';
import { joinedNotice, joinGuestOrders } from '#lib/orders/join-orders.server.ts';
import { noticePath } from '#lib/platform/http/notice-path.server.ts';
import { grantWish } from '#lib/wishlist/pending-wish.server.ts';

export interface FinishedLogin extends CustomerJson {
  /** The page that the login came from. */
  next: string;
  /** The page that shows a message on the way there. */
  notice_path: string;
  /** What has become of the visitor's cart, to be told on the next page. */
  cart_notice: string;
  /** What has become of the wish that was pressed; a filled heart says it too. */
  wish_notice: string;
  /** Which orders of a guest came into the account. */
  orders_notice: string;
}

/**
 * After a proved code or link: keeps the session in the browser, joins the visitor's cart and a guest's orders, grants the wish that was pressed,
 * and says where to go on. Nobody is led on to pay for lines that stood in the customer's cart before: those are looked at
 * first.
 */
export async function finishLogin(context: APIContext, login: LoggedIn): Promise<FinishedLogin> {
  keepLogin(context, login);
  const cart = await joinAtLogin(context, login.customer.id);
  const wish_notice = await grantWish(context, login.customer.id);
  const orders = await joinGuestOrders(context.locals.shop, login.customer);
  const asked = login.next ?? '/account/dashboard';
  const next = cart.hasUnseenLines && asked.startsWith('/checkout') ? '/cart' : asked;
  return {
    ...customerJson(login.customer),
    next,
    notice_path: noticePath(context.locals.routes, next),
    cart_notice: cart.messages.join(' '),
    wish_notice,
    orders_notice: joinedNotice(orders),
  };
}

/** For a page without a script, which shows nothing of it by itself. */
export function toldAfterLogin({ cart_notice, wish_notice, orders_notice }: FinishedLogin): string {
  return [cart_notice, wish_notice, orders_notice].filter(Boolean).join(' ');
}
