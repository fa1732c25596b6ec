import { z } from 'zod/mini';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { CART_MESSAGES } from '#lib/sales/cart/cart.ts';
import { cartOwner, cartResponse } from '#lib/sales/cart/cart-owner.server.ts';
import { addOutfit } from '#lib/sales/cart/outfits.server.ts';

const variantField = z.optional(text().check(z.maxLength(20)));

const outfitSchema = z.object({
  outfit: text().check(z.minLength(1), z.maxLength(80)),
  part0: variantField,
  part1: variantField,
  part2: variantField,
  part3: variantField,
  part4: variantField,
});

export const POST = endpoint({
  input: outfitSchema,
  async run(shop, { outfit, part0, part1, part2, part3, part4 }, context) {
    const variantIds = [part0, part1, part2, part3, part4];
    return cartResponse(context, await addOutfit(shop, cartOwner(context), { slug: outfit, variantIds }));
  },
  successMessage: ({ notice }) => notice ?? CART_MESSAGES.added,
  redirectTo: '/cart',
});
