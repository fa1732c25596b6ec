import { z } from 'zod/mini';
import { parseNumber } from '#lib/catalog/inventory/requested-quantity.ts';
import { goodsId } from '#lib/customers/wishlist/wishlist.schema.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { CART_MESSAGES } from '#lib/sales/cart/cart.ts';
import { COUPON_MAX_CHARACTERS, COUPON_MESSAGES } from '#lib/sales/cart/coupons/coupon.ts';

const ID_MAX_CHARACTERS = 200;
const QUANTITY_MAX_CHARACTERS = 100;

/** The quantity in pieces or metres. Forms send text, which `requestedQuantity` parses. */
const quantity = z.union(
  [z.number(), text().check(z.maxLength(QUANTITY_MAX_CHARACTERS, CART_MESSAGES.invalidQuantity))],
  CART_MESSAGES.invalidQuantity,
);

const choice = z.optional(text().check(z.maxLength(ID_MAX_CHARACTERS)));
/**
 * The option values, in the order of the options, from a form without JavaScript. Products have at most three options.
 */
const choices = { choice0: choice, choice1: choice, choice2: choice };

const MAX_RUPEES = 10_000_000;

/**
 * The price in rupees, as a number or as text from a form. Invalid values are ignored, because this price only decides
 * whether the cart reports a changed price.
 */
const seenPrice = z.optional(
  z.transform((value: unknown) => {
    const rupees = typeof value === 'string' ? parseNumber(value) : value;
    return typeof rupees === 'number' && rupees >= 0 && rupees <= MAX_RUPEES ? rupees : undefined;
  }),
);

/** Other fields, for example a price, are ignored. */
export const addToCartSchema = z.object({
  product: goodsId,
  variant: z.optional(goodsId),
  ...choices,
  quantity: z.optional(quantity),
  seen_price: seenPrice,
});

export const updateLineSchema = z.object({
  id: text().check(z.maxLength(ID_MAX_CHARACTERS)),
  quantity,
  seen_price: seenPrice,
});

export const removeLineSchema = z.object({ id: text().check(z.maxLength(ID_MAX_CHARACTERS)) });

export const couponSchema = z.object({
  code: text(COUPON_MESSAGES.codeRequired).check(
    z.trim(),
    z.minLength(1, COUPON_MESSAGES.codeRequired),
    z.maxLength(COUPON_MAX_CHARACTERS, COUPON_MESSAGES.unknown),
  ),
});

/**
 * Returns the quantity as a number: NaN if the text from a form is not a number, undefined if there is no quantity.
 * Throws `invalid` if a JSON request contains the quantity as text.
 */
export function requestedQuantity<Quantity extends number | string | undefined>(
  request: Request,
  quantity: Quantity,
): number | (Quantity & undefined) {
  if (typeof quantity !== 'string') return quantity as number | (Quantity & undefined);
  if (request.headers.get('content-type')?.startsWith('application/json')) {
    throw new ShopError('invalid', CART_MESSAGES.invalidQuantity, { quantity: CART_MESSAGES.invalidQuantity });
  }
  return parseNumber(quantity) ?? Number.NaN;
}
