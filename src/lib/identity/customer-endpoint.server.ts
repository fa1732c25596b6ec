import type { APIContext, APIRoute } from 'astro';
import { type EndpointOptions, endpoint } from '#lib/http/endpoint.server.ts';
import type { Customer } from '#lib/identity/session.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

const LOGIN_FIRST = 'Please log in to go on.';

interface CustomerEndpointOptions<Input, Data> extends Omit<EndpointOptions<Input, Data>, 'run' | 'shared' | 'admit'> {
  /** What a visitor is told; a form without a script goes to the login page, and from there back. */
  refused?: string;
  run(shop: Shop, input: Input, customer: Customer, context: APIContext): Promise<Data>;
}

/** An endpoint for logged-in customers: nobody else's body is read. `run` gets the customer and must use its id in the SQL. */
export function customerEndpoint<Input = undefined, Data = unknown>({
  refused = LOGIN_FIRST,
  run,
  ...options
}: CustomerEndpointOptions<Input, Data>): APIRoute {
  return endpoint<Input, Data>({
    ...options,
    admit(context) {
      if (!context.locals.session) throw new ShopError('not_logged_in', refused);
    },
    run(shop, input, context) {
      const { session } = context.locals;
      if (!session) throw new ShopError('not_logged_in', refused);
      return run(shop, input, session.customer, context);
    },
  });
}
