import type { APIContext, APIRoute } from 'astro';
import type { Customer } from '#lib/customers/auth/sessions/session.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';
import { type EndpointOptions, endpoint, type Schema } from '#lib/platform/http/endpoint/endpoint.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export const LOGIN_FIRST = 'Please log in to continue.';

interface CustomerEndpointOptions<Input, Data>
  extends Omit<EndpointOptions<Input, Data>, 'run' | 'cacheTags' | 'admit' | 'uploader' | 'inputOf'> {
  /** The message for visitors who are not logged in. */
  loginMessage?: string;
  /** Throws a ShopError to reject a customer before the body is read. */
  admit?(shop: Shop, customer: Customer, context: APIContext): Promise<void>;
  /** Returns the schema to use instead of `input` if the rules depend on the customer's current data. */
  inputOf?(customer: Customer): Schema<Input>;
  run(shop: Shop, input: Input, customer: Customer, context: APIContext, files: UploadedFile[]): Promise<Data>;
}

/**
 * Creates an endpoint for logged-in customers. For other visitors, the request body is not read. `run` must use the
 * customer's id in its SQL.
 */
export function customerEndpoint<Input = undefined, Data = unknown>({
  loginMessage = LOGIN_FIRST,
  admit,
  inputOf,
  run,
  ...options
}: CustomerEndpointOptions<Input, Data>): APIRoute {
  return endpoint<Input, Data>({
    ...options,
    ...(inputOf ? { inputOf: (context) => inputOf(customerOf(context, loginMessage)) } : {}),
    async admit(context) {
      // The login is checked first, so that visitors don't learn the required fields.
      const customer = customerOf(context, loginMessage);
      await admit?.(context.locals.shop, customer, context);
    },
    run: (shop, input, context, files) => run(shop, input, customerOf(context, loginMessage), context, files),
  });
}

function customerOf({ locals }: APIContext, loginMessage: string): Customer {
  if (!locals.session) throw new ShopError('not_logged_in', loginMessage);
  return locals.session.customer;
}
