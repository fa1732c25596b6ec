import type { Kysely } from 'kysely';
import { productsByIds } from '#lib/catalog/products/product-detail.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { CartLineTable, CartTable } from '#lib/platform/db/tables/cart.ts';
import { CART_MESSAGES, type Cart, type CartCoupon, type CartLine, lineState } from '#lib/sales/cart/cart.ts';
import { type CartOwner, type CartShop, findCart } from '#lib/sales/cart/cart-owner.server.ts';
import { cartTotals, lineGoodsPaise } from '#lib/sales/cart/cart-totals.ts';
import { checkCoupon } from '#lib/sales/cart/coupons/check-coupon.server.ts';
import { type AcceptedCoupon, COUPON_MESSAGES } from '#lib/sales/cart/coupons/coupon.ts';
import { knownBuyer, timesUsedBy } from '#lib/sales/cart/coupons/coupon-buyers.server.ts';
import { deliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import { type CartTerms, cartTerms } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { outfitDiscounts } from '#lib/sales/cart/offers/outfit-discount.ts';
import { swatchCreditRefusal } from '#lib/sales/cart/offers/swatch-credit.server.ts';
import {
  asSwatch,
  hasSwatches,
  SWATCH_MESSAGES,
  type SwatchOffer,
  swatchPricePaise,
} from '#lib/sales/cart/offers/swatches.ts';
import { prepaidDiscountPaise } from '#lib/sales/cart/payment-terms/payment-terms.ts';

/** Reads the visitor's cart. `giftWrapPaise` is the price of gift wrap, or undefined if gift wrap is not chosen. */
export function readCart({ db, now }: CartShop, owner: CartOwner, giftWrapPaise?: number): Promise<Cart> {
  return loadCart(db.write, owner, now(), { ...cartTerms(db), giftWrapPaise });
}

type CartReadTerms = CartTerms & { giftWrapPaise?: number };

/** Reads the visitor's cart. `db` is a transaction or the primary database, because a standby may be behind. */
export async function loadCart(db: Kysely<Tables>, owner: CartOwner, at: number, terms: CartReadTerms): Promise<Cart> {
  const cart = await findCart(db, owner, at);
  return cart ? cartOf(db, cart, at, terms) : emptyCart(owner, at, terms);
}

/** Reads the lines of the visitor's cart without totals. Swatches have their stored length and price. */
export async function cartLines(db: Kysely<Tables>, owner: CartOwner, at: number): Promise<CartLine[]> {
  const cart = await findCart(db, owner, at);
  return cart ? (await loadLines(db, cart.id, at, undefined)).lines : [];
}

function emptyCart({ pincode }: CartOwner, at: number, terms: CartTerms): Cart {
  const zone = deliveryZone(pincode, terms.delivery);
  const { lines: _none, ...totals } = cartTotals([], { zone, at, rates: terms.rates });
  return { lines: [], totals, prepaidDiscountPaise: 0, zone, at, warnings: [], pincode };
}

async function cartOf(db: Kysely<Tables>, cart: CartTable, at: number, terms: CartReadTerms): Promise<Cart> {
  const { lines: storedLines, hasMissingLines } = await loadLines(db, cart.id, at, terms.swatches);
  const orderableLines = storedLines.filter(({ isBlocked }) => !isBlocked);
  const linesWithPrices = pricedLines(orderableLines, terms.outfits);
  const { rates, giftWrapPaise } = terms;
  const zone = deliveryZone(cart.pincode, terms.delivery);
  const coupon = await couponOf(db, cart, linesWithPrices, at);
  const { lines: lineTotals, ...totals } = cartTotals(linesWithPrices, {
    zone,
    coupon: coupon?.accepted,
    giftWrapPaise,
    at,
    rates,
  });
  const totalsByLine = new Map(orderableLines.map((line, index) => [line, lineTotals[index]]));
  const lines = storedLines.map((line) => ({ ...line, totals: totalsByLine.get(line) }));
  const missingWarnings = hasMissingLines ? [CART_MESSAGES.itemNotSold] : [];
  const lineWarnings = lines.flatMap(({ product, warning }) => (warning ? `${product.name}: ${warning}` : []));
  return {
    _id: cart.id,
    lines,
    totals,
    prepaidDiscountPaise: prepaidDiscountPaise(
      terms.payment.prepaidDiscount,
      totals.subtotalPaise - totals.discountPaise,
    ),
    zone,
    at,
    coupon: coupon?.cartCoupon,
    warnings: [...missingWarnings, ...lineWarnings, ...(coupon?.cartCoupon.refusal ? [coupon.cartCoupon.refusal] : [])],
    pincode: cart.pincode ?? undefined,
  };
}

function pricedLines(lines: readonly CartLine[], outfits: CartTerms['outfits'] = []) {
  const linesWithPrices = lines.map(({ product, variant, pricePaise, quantity, isSwatch }) => {
    const { _id: productId, slug, sellUnit } = product;
    return { productId, slug, sellUnit, pricePaise, quantity, hsn: variant.hsn ?? null, isSwatch };
  });
  const discounts = outfitDiscounts(linesWithPrices, outfits);
  return linesWithPrices.map((line, index) => ({ ...line, outfitPaise: discounts[index] }));
}

/**
 * Reads the lines of a cart. Leaves out lines with products that are no longer for sale. If `swatches` is undefined,
 * swatches keep their stored length and price, and can't be ordered.
 */
async function loadLines(db: Kysely<Tables>, cartId: string, at: number, swatches: SwatchOffer | undefined) {
  const rows = await db
    .selectFrom('cart_line')
    .innerJoin('variant', 'variant.id', 'cart_line.variant_id')
    .select(['cart_line.id', 'variant_id', 'product_id', 'cart_line.quantity', 'cart_line.price_paise', 'swatch'])
    .where('cart_id', '=', cartId)
    .orderBy('added_at')
    .orderBy('cart_line.id')
    .execute();
  const products = await productsByIds({ read: db }, [...new Set(rows.map((row) => row.product_id))], at);
  const productsById = new Map(products.map((product) => [product._id, product]));
  const lines = rows.flatMap((row): CartLine[] => {
    const product = productsById.get(row.product_id);
    const variant = product?.variants.find(({ _id }) => _id === row.variant_id);
    if (!product || !variant) return [];
    if (row.swatch === 1) return [swatchLine(row, { product, variant }, swatches)];
    const amounts = { quantity: row.quantity, seenPaise: row.price_paise };
    return [{ _id: row.id, product, variant, isSwatch: false, ...amounts, ...lineState(product, variant, amounts) }];
  });
  return { lines, hasMissingLines: lines.length < rows.length };
}

function swatchLine(
  row: Pick<CartLineTable, 'id' | 'quantity' | 'price_paise'>,
  goods: Pick<CartLine, 'product' | 'variant'>,
  offer: SwatchOffer | undefined,
): CartLine {
  const lengthCm = offer?.lengthCm ?? row.quantity;
  const pricePaise = offer ? swatchPricePaise(offer) : row.price_paise;
  const { product, variant } = asSwatch(goods, { lengthCm, pricePaise });
  const amounts = { quantity: lengthCm, seenPaise: row.price_paise };
  const state = hasSwatches(offer, goods.product)
    ? lineState(product, variant, amounts)
    : { pricePaise, warning: SWATCH_MESSAGES.notOffered, isBlocked: true };
  return { _id: row.id, product, variant, isSwatch: true, ...amounts, ...state };
}

async function couponOf(
  db: Kysely<Tables>,
  cart: CartTable,
  linesWithPrices: ReturnType<typeof pricedLines>,
  at: number,
): Promise<{ cartCoupon: CartCoupon; accepted?: AcceptedCoupon } | undefined> {
  if (cart.coupon_code === null) return undefined;
  const code = cart.coupon_code;
  const coupon = await db.selectFrom('coupon').selectAll().where('code', '=', code).executeTakeFirst();
  if (!coupon) return { cartCoupon: { code, refusal: COUPON_MESSAGES.ended } };
  const readBuyer = () => knownBuyer(db, cart);
  const timesUsed = coupon.per_customer === null ? 0 : await timesUsedBy(db, code, await readBuyer());
  const creditRefusal = await swatchCreditRefusal(db, code, async () => (await readBuyer()).emails);
  if (creditRefusal) return { cartCoupon: { code, refusal: creditRefusal } };
  const lines = linesWithPrices.map((line) => ({ ...line, subtotalPaise: lineGoodsPaise(line) }));
  const couponCheck = await checkCoupon(db, coupon, { lines, at, timesUsed });
  if ('refusal' in couponCheck) return { cartCoupon: { code, refusal: couponCheck.refusal } };
  const { accepted, note } = couponCheck;
  return { cartCoupon: note === undefined ? { code } : { code, note }, accepted };
}

/** Returns the number of lines in the visitor's cart, or 0 if there is no cart. */
export async function countLines({ db, now }: CartShop, owner: CartOwner): Promise<number> {
  const cart = await findCart(db.write, owner, now());
  if (!cart) return 0;
  const lines = await db.write.selectFrom('cart_line').select('id').where('cart_id', '=', cart.id).execute();
  return lines.length;
}
