import { effectivePaise, isOutOfStock, type ProductDetail } from '#lib/catalog/products/catalog.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { addLines } from '#lib/sales/cart/add-lines.server.ts';
import { requestedAmount } from '#lib/sales/cart/add-to-cart.server.ts';
import { CART_MESSAGES } from '#lib/sales/cart/cart.ts';
import type { CartChange } from '#lib/sales/cart/cart-json.ts';
import type { CartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import { OUTFITS, type Outfit } from '#lib/sales/cart/offers/outfits.schema.ts';

type OutfitShop = Pick<Shop, 'db' | 'now'>;

export interface ShownOutfit {
  outfit: Outfit;
  parts: ProductDetail[];
  /** The sum of the prices of the parts, each in its cheapest variant, in stock if there is one. */
  sumPaise: number;
  /** That sum after the discount. */
  pricePaise: number;
  /** The first part that is sold out, if any. */
  soldOut: ProductDetail | undefined;
}

export function outfitsOf(db: Pick<ShopDatabase, 'memo'>): readonly Outfit[] {
  return contentOf(db).of(OUTFITS);
}

/** The outfits of which a product is a part. */
export function outfitsWith(db: Pick<ShopDatabase, 'memo'>, slug: string): Outfit[] {
  return outfitsOf(db).filter(({ parts }) => parts.includes(slug));
}

/** Undefined if there is no such outfit, or if one of its parts is not on sale or not sold by the piece. */
export async function readOutfit({ db, now }: OutfitShop, slug: string): Promise<ShownOutfit | undefined> {
  const outfit = outfitsOf(db).find((candidate) => candidate.slug === slug);
  if (!outfit) return undefined;
  const found = await Promise.all(outfit.parts.map((part) => showProduct(db, part, now())));
  const parts = found.flatMap((product) => (product?.sellUnit === 'piece' ? product : []));
  if (parts.length < outfit.parts.length) return undefined;
  const cheapest = parts.map(cheapestPaise);
  return {
    outfit,
    parts,
    sumPaise: cheapest.reduce((a, b) => a + b, 0),
    pricePaise: cheapest.reduce((sum, paise) => sum + paise - Math.round((paise * outfit.percentOff) / 100), 0),
    soldOut: parts.find(({ variants }) => variants.every(isOutOfStock)),
  };
}

function cheapestPaise({ variants }: ProductDetail): number {
  const offered = variants.filter((variant) => !isOutOfStock(variant));
  return (offered.length > 0 ? offered : variants).map(effectivePaise).reduce((a, b) => Math.min(a, b), Infinity);
}

/**
 * Adds one piece of each part, all or none. `chosen` are the ids of the variants, in the order of the parts. Throws
 * `not_found`, `invalid` without a choice, `conflict` if a part is sold out, and the errors of `addLines`.
 */
export async function addOutfit(
  shop: OutfitShop,
  owner: CartOwner,
  { slug, chosen }: { slug: string; chosen: readonly (string | undefined)[] },
): Promise<CartChange> {
  const shown = await readOutfit(shop, slug);
  if (!shown) throw new ShopError('not_found', CART_MESSAGES.productNotSold);
  const pieces = shown.parts.map((product, index) => {
    const variant = product.variants.find(({ _id }) => String(_id) === chosen[index]);
    if (variant) return { product, variant, seenPaise: effectivePaise(variant) };
    const message = `Choose a variant of ${product.name}.`;
    throw new ShopError('invalid', message, { [`part${index}`]: message });
  });
  return addLines(shop, owner, () => ({
    action: `outfit ${slug}`,
    lines: () => pieces.map((piece) => ({ ...piece, quantity: requestedAmount(piece.product, piece.variant, 1) })),
  }));
}
