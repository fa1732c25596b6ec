import { OUT_OF_STOCK } from '#lib/catalog/products/catalog.ts';
import { productsByIds } from '#lib/catalog/products/product-detail.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { addLines } from '#lib/sales/cart/add-lines.server.ts';
import { CART_MESSAGES } from '#lib/sales/cart/cart.ts';
import type { CartChange } from '#lib/sales/cart/cart-json.ts';
import type { CartOwner, CartShop } from '#lib/sales/cart/cart-owner.server.ts';
import { swatchOffer } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import {
  asSwatch,
  hasSwatches,
  SWATCH_MESSAGES,
  SWATCHES_PER_SET,
  type SwatchOffer,
  swatchPricePaise,
} from '#lib/sales/cart/offers/swatches.ts';

const MAX_FABRICS = 100;

export type SwatchPage = NonNullable<Awaited<ReturnType<typeof readSwatches>>>;

/** Reads the fabrics in stock with swatches, the newest first. Returns undefined if the shop offers no swatches. */
export async function readSwatches({ db, now }: CartShop) {
  const offer = swatchOffer(db);
  if (!offer) return undefined;
  const rows = await db.read
    .selectFrom('product')
    .select('id')
    .where('status', '=', 'active')
    .where('sell_unit', '=', 'metre')
    .where('in_stock', '=', 1)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_FABRICS)
    .execute();
  const products = await productsByIds(
    db,
    rows.map(({ id }) => id),
    now(),
  );
  return { offer, fabrics: products.filter((product) => hasSwatches(offer, product)) };
}

/**
 * Adds a swatch of each variant; if one swatch can't be added, adds nothing. Throws `invalid` if there are no variants
 * or the cart would have too many swatches, `not_found` if a variant does not exist or the shop offers no swatches,
 * `conflict` if a variant has no swatches, is sold out or is already in the cart as a length, or if the cart would have
 * too many lines, and `too_many` if the network has started too many carts.
 */
export async function addSwatches(
  shop: CartShop,
  owner: CartOwner,
  variantIds: readonly string[],
): Promise<CartChange> {
  const offer = swatchOffer(shop.db);
  if (!offer) throw new ShopError('not_found', SWATCH_MESSAGES.notOffered);
  const ids = [...new Set(variantIds)];
  if (ids.length === 0) throw new ShopError('invalid', SWATCH_MESSAGES.choose, { variant: SWATCH_MESSAGES.choose });
  if (ids.length > SWATCHES_PER_SET) throw tooManySwatches();
  const swatches = await chosenSwatches(shop, offer, ids);
  return addLines(shop, owner, () => ({
    action: 'swatches',
    async lines(readCart) {
      const { lines } = await readCart();
      const lengthInCart = swatches.find(({ variant }) =>
        lines.some((line) => line.variant._id === variant._id && !line.isSwatch),
      );
      if (lengthInCart)
        throw new ShopError('conflict', `${lengthInCart.product.name}: ${SWATCH_MESSAGES.lengthInCart}`);
      const { lengthCm: quantity } = offer;
      return swatches.map((swatch) => ({ ...swatch, quantity, seenPaise: swatch.variant.pricePaise, isSwatch: true }));
    },
    check(changedCart) {
      if (changedCart.lines.filter(({ isSwatch }) => isSwatch).length > SWATCHES_PER_SET) throw tooManySwatches();
    },
  }));
}

async function chosenSwatches({ db, now }: CartShop, offer: SwatchOffer, ids: readonly string[]) {
  const numericIds = ids.map(Number);
  if (!numericIds.every(Number.isSafeInteger)) throw new ShopError('not_found', CART_MESSAGES.productNotSold);
  const rows = await db.write
    .selectFrom('variant')
    .select(['id', 'product_id'])
    .where('id', 'in', numericIds)
    .execute();
  const products = await productsByIds({ read: db.write }, [...new Set(rows.map((row) => row.product_id))], now());
  return ids.map((id) => {
    const product = products.find(({ variants }) => variants.some(({ _id }) => String(_id) === id));
    const variant = product?.variants.find(({ _id }) => String(_id) === id);
    if (!product || !variant) throw new ShopError('not_found', CART_MESSAGES.productNotSold);
    const name = [product.name, variant.name].filter(Boolean).join(', ');
    if (!hasSwatches(offer, product)) throw new ShopError('conflict', `${name}: ${SWATCH_MESSAGES.notOffered}`);
    const swatch = asSwatch({ product, variant }, { lengthCm: offer.lengthCm, pricePaise: swatchPricePaise(offer) });
    if (swatch.variant.quantity === 0) throw new ShopError('conflict', `${name}: ${OUT_OF_STOCK}`);
    return swatch;
  });
}

function tooManySwatches(): ShopError {
  return new ShopError('invalid', SWATCH_MESSAGES.tooMany, { variant: SWATCH_MESSAGES.tooMany });
}
