import { endpoint } from '#lib/http/endpoint.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

/** The answer for a path or a method of the API that does not exist: JSON, never a page. */
export const nothingHere = endpoint({
  run: async () => {
    throw new ShopError('not_found', 'There is nothing at this address.');
  },
});
