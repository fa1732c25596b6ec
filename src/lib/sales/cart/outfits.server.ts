import { effectivePaise, isOutOfStock, type ProductDetail } from '#lib/catalog/products/catalog.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { addLines } from '#lib/sales/cart/add-lines.server.ts';
import { lineQuantity } from '#lib/sales/cart/add-to-cart.server.ts';
import { CART_MESSAGES } from '#lib/sales/cart/cart.ts';
import type { CartChange } from '#lib/sales/cart/cart-json.ts';
import type { CartOwner, CartShop } from '#lib/sales/cart/cart-owner.server.ts';
import { OUTFITS, type Outfit } from '#lib/sales/cart/offers/outfits.schema.ts';

export interface ShownOutfit {
  outfit: Outfit;
  parts: ProductDetail[];
  /**
   * The sum of the parts' prices, in paise. The price of a part is the price of its cheapest variant in stock or, if no
   * variant is in stock, of its cheapest variant.
   */
  sumPaise: number;
  /** The sum of the parts' prices after the discount, in paise. */
  pricePaise: number;
  /** The first sold-out part. Undefined if all parts are in stock. */
  soldOutPart: ProductDetail | undefined;
}

export function outfitsOf(db: Pick<ShopDatabase, 'memo'>): readonly Outfit[] {
  return contentOf(db).of(OUTFITS);
}

/** Returns the outfits that contain a product. */
export function outfitsWith(db: Pick<ShopDatabase, 'memo'>, slug: string): Outfit[] {
  return outfitsOf(db).filter(({ parts }) => parts.includes(slug));
}

/**
 * Reads an outfit. Returns undefined if the outfit does not exist, or if a part is not for sale or not sold by the
 * piece.
 */
export async function readOutfit({ db, now }: CartShop, slug: string): Promise<ShownOutfit | undefined> {
  const outfit = outfitsOf(db).find((candidate) => candidate.slug === slug);
  if (!outfit) return undefined;
  const products = await Promise.all(outfit.parts.map((part) => showProduct(db, part, now())));
  const parts = products.flatMap((product) => (product?.sellUnit === 'piece' ? product : []));
  if (parts.length < outfit.parts.length) return undefined;
  const cheapestPricesPaise = parts.map(cheapestPaise);
  return {
    outfit,
    parts,
    sumPaise: cheapestPricesPaise.reduce((a, b) => a + b, 0),
    pricePaise: cheapestPricesPaise.reduce(
      (sum, paise) => sum + paise - Math.round((paise * outfit.percentOff) / 100),
      0,
    ),
    soldOutPart: parts.find(({ variants }) => variants.every(isOutOfStock)),
  };
}

function cheapestPaise({ variants }: ProductDetail): number {
  const variantsInStock = variants.filter((variant) => !isOutOfStock(variant));
  return Math.min(...(variantsInStock.length > 0 ? variantsInStock : variants).map(effectivePaise));
}

/**
 * Adds one piece of each part; if one part can't be added, adds nothing. `variantIds` contains the ids of the chosen
 * variants, in the order of the parts. Throws `not_found` if the outfit can't be bought, `invalid` if a part has no
 * chosen variant or can't be bought as a single piece, `conflict` if a part is sold out or the cart would have too many
 * lines, and `too_many` if the network has started too many carts.
 */
export async function addOutfit(
  shop: CartShop,
  owner: CartOwner,
  { slug, variantIds }: { slug: string; variantIds: readonly (string | undefined)[] },
): Promise<CartChange> {
  const outfit = await readOutfit(shop, slug);
  if (!outfit) throw new ShopError('not_found', CART_MESSAGES.productNotSold);
  const pieces = outfit.parts.map((product, index) => {
    const variant = product.variants.find(({ _id }) => String(_id) === variantIds[index]);
    if (variant) return { product, variant, seenPaise: effectivePaise(variant) };
    const message = `Choose a variant of ${product.name}.`;
    throw new ShopError('invalid', message, { [`part${index}`]: message });
  });
  return addLines(shop, owner, () => ({
    action: `outfit ${slug}`,
    lines: () => pieces.map((piece) => ({ ...piece, quantity: lineQuantity(piece.product, piece.variant, 1) })),
  }));
}
