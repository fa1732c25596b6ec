import { setAccountCookie } from '#lib/customers/auth/sessions/account-copy.server.ts';
import { customerJson } from '#lib/customers/auth/sessions/session.server.ts';
import type { Visitor } from '#lib/customers/auth/sessions/visitor.ts';
import { listWishlistProducts } from '#lib/customers/wishlist/wishlist.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { cartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import { countLines } from '#lib/sales/cart/read-cart.server.ts';

export const GET = endpoint({
  run: async (shop, _input, context): Promise<Visitor> => {
    const { session } = context.locals;
    if (session) setAccountCookie(context, session);
    return {
      customer: session ? customerJson(session.customer) : null,
      cart_count: await countLines(shop, cartOwner(context)),
      wishlist: session ? await listWishlistProducts(shop, session.customer.id) : [],
    };
  },
});
