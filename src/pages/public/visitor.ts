import { endpoint } from '#lib/http/endpoint.server.ts';
import { customerJson } from '#lib/identity/session.server.ts';
import type { Visitor } from '#lib/identity/visitor.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const GET = endpoint({
  run: async (_shop, _input, { locals: { session } }): Promise<Visitor> => ({
    customer: session ? customerJson(session.customer) : null,
    cart_count: 0,
    wishlist: [],
  }),
});
