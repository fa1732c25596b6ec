import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { NOTHING_HERE } from '#lib/platform/http/guards.server.ts';

export const apiNotFound = endpoint({
  run: async () => {
    throw new ShopError('not_found', NOTHING_HERE);
  },
});
