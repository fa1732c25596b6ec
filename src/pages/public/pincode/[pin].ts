import { z } from 'zod/mini';
import { PINCODE_PATTERN } from '#lib/fields/pincode.ts';
import { placeOfPincode } from '#lib/fields/pincode-places.server.ts';
import { endpoint } from '#lib/http/endpoint.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const GET = endpoint({
  input: z.object({ pin: z.string().check(z.regex(PINCODE_PATTERN, 'A pincode has 6 digits.')) }),
  run: async (_shop, { pin }) => {
    const place = await placeOfPincode(pin);
    if (!place) throw new ShopError('not_found', `We don't know the pincode ${pin}. Please check it.`);
    return { ...place, delivery: null };
  },
});
