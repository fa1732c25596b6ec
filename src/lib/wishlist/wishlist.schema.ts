import { z } from 'zod';
import { WISHLIST_MESSAGES } from '#lib/wishlist/wishlist.ts';

const ID_MAX_CHARACTERS = 200;

export const addToWishlistSchema = z.object({
  product: z
    .union([z.string(), z.number()], WISHLIST_MESSAGES.productGone)
    .transform(String)
    .pipe(
      z.string().trim().min(1, WISHLIST_MESSAGES.productGone).max(ID_MAX_CHARACTERS, WISHLIST_MESSAGES.productGone),
    ),
});

export const removeFromWishlistSchema = z.object({ id: z.string().max(ID_MAX_CHARACTERS) });
