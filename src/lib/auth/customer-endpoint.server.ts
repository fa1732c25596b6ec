import type { APIContext, APIRoute } from 'astro';
import type { Customer } from '#lib/auth/session.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { UploadedFile } from '#lib/platform/files/upload.ts';
import { type EndpointOptions, endpoint } from '#lib/platform/http/endpoint.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export const LOGIN_FIRST = 'Please log in to continue.';

interface CustomerEndpointOptions<Input, Data>
  extends Omit<EndpointOptions<Input, Data>, 'run' | 'shared' | 'admit' | 'uploader'> {
  refused?: string;
  /** Throws a ShopError to refuse a customer, before the body is read. */
  admit?(shop: Shop, customer: Customer, context: APIContext): Promise<void>;
  run(shop: Shop, input: Input, customer: Customer, context: APIContext, files: UploadedFile[]): Promise<Data>;
}

/** Reads no visitor's body. `run` must use the customer's id in its SQL. */
export function customerEndpoint<Input = undefined, Data = unknown>({
  refused = LOGIN_FIRST,
  admit,
  run,
  ...options
}: CustomerEndpointOptions<Input, Data>): APIRoute {
  return endpoint<Input, Data>({
    ...options,
    async admit(context) {
      const { session, shop } = context.locals;
      if (!session) throw new ShopError('not_logged_in', refused);
      await admit?.(shop, session.customer, context);
    },
    run(shop, input, context, files) {
      const { session } = context.locals;
      if (!session) throw new ShopError('not_logged_in', refused);
      return run(shop, input, session.customer, context, files);
    },
  });
}
