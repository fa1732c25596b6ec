import { z } from 'zod/mini';
import { WISHLIST_MESSAGES } from '#lib/customers/wishlist/wishlist.ts';
import { text } from '#lib/primitives/text.schema.ts';

const ID_MAX_CHARACTERS = 200;

/** The id or slug of a product, or the id of a variant. Some clients send ids as numbers. */
export const goodsId = z.pipe(
  z.pipe(z.union([text(), z.number()], WISHLIST_MESSAGES.productNotSold), z.transform(String)),
  text().check(
    z.trim(),
    z.minLength(1, WISHLIST_MESSAGES.productNotSold),
    z.maxLength(ID_MAX_CHARACTERS, WISHLIST_MESSAGES.productNotSold),
  ),
);

export const addToWishlistSchema = z.object({
  product: goodsId,
  /** Whether to add the product; false removes the product. */
  wanted: z._default(z.boolean(), true),
});

export const removeFromWishlistSchema = z.object({ id: text().check(z.maxLength(ID_MAX_CHARACTERS)) });
