import { cartOwner } from '#lib/cart/cart-request.server.ts';
import { countLines } from '#lib/cart/read-cart.server.ts';
import { endpoint } from '#lib/http/endpoint.server.ts';
import { customerJson } from '#lib/identity/session.server.ts';
import type { Visitor } from '#lib/identity/visitor.ts';
import { wishlistMembers } from '#lib/wishlist/wishlist.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

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
