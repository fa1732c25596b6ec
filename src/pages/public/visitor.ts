import { customerJson } from '#lib/auth/session.server.ts';
import type { Visitor } from '#lib/auth/visitor.ts';
import { cartOwner } from '#lib/cart/cart-owner.server.ts';
import { countLines } from '#lib/cart/read-cart.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';
import { wishlistMembers } from '#lib/wishlist/wishlist.server.ts';

export const GET = endpoint({
  run: async (shop, _input, context): Promise<Visitor> => {
    const { session } = context.locals;
    return {
      customer: session ? customerJson(session.customer) : null,
      cart_count: await countLines(shop, cartOwner(context)),
      wishlist: session ? await wishlistMembers(shop, session.customer.id) : [],
    };
  },
});
