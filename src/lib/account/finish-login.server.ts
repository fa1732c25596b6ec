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
  next: string;
  notice_path: string;
  cart_notice: string;
  wish_notice: string;
  orders_notice: string;
}

/** Never leads on to pay for lines that were in the customer's cart before: those are shown first. */
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

export function toldAfterLogin({ cart_notice, wish_notice, orders_notice }: FinishedLogin): string {
  return [cart_notice, wish_notice, orders_notice].filter(Boolean).join(' ');
}
