import { z } from 'zod';
import { CART_MESSAGES } from '#lib/cart/cart.ts';
import { COUPON_MAX_CHARACTERS, COUPON_MESSAGES } from '#lib/cart/coupon.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

const ID_MAX_CHARACTERS = 200;

/** Some clients send ids as numbers. */
const id = z
  .union([z.string(), z.number()], CART_MESSAGES.productGone)
  .transform(String)
  .pipe(z.string().trim().min(1, CART_MESSAGES.productGone).max(ID_MAX_CHARACTERS, CART_MESSAGES.productGone));

/** Pieces or metres; forms send text. */
const quantity = z.union(
  [z.number(), z.string().regex(/^\s*\d{1,9}(?:[.,]\d{1,4})?\s*$/, CART_MESSAGES.quantityBad)],
  CART_MESSAGES.quantityBad,
);

/** Other fields, such as a price, are ignored. */
export const addToCartSchema = z.object({
  product: id,
  variant: z.optional(id),
  quantity: z.optional(quantity),
});

export const updateLineSchema = z.object({ id: z.string().max(ID_MAX_CHARACTERS), quantity });

export const removeLineSchema = z.object({ id: z.string().max(ID_MAX_CHARACTERS) });

export const couponSchema = z.object({
  code: z
    .string(COUPON_MESSAGES.codeRequired)
    .trim()
    .min(1, COUPON_MESSAGES.codeRequired)
    .max(COUPON_MAX_CHARACTERS, COUPON_MESSAGES.unknown),
});

export function askedQuantity<Quantity extends number | string | undefined>(
  request: Request,
  quantity: Quantity,
): number | (Quantity & undefined) {
  if (typeof quantity !== 'string') return quantity as number | (Quantity & undefined);
  if (request.headers.get('content-type')?.startsWith('application/json')) {
    throw new ShopError('invalid', CART_MESSAGES.quantityBad, { quantity: CART_MESSAGES.quantityBad });
  }
  return Number(quantity.replace(',', '.'));
}
