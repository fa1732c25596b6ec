import { colorOf, variantHref } from '#lib/catalog/products/buyable-product.ts';
import {
  effectivePaise,
  isOutOfStock,
  OUT_OF_STOCK,
  type ProductDetail,
  type Variant,
} from '#lib/catalog/products/catalog.ts';
import { productsByIds } from '#lib/catalog/products/product-detail.server.ts';
import { choicePrompt, selectedVariant, selectionOf } from '#lib/catalog/products/selection.ts';
import { findProductId } from '#lib/customers/wishlist/wishlist.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { addLines } from '#lib/sales/cart/add-lines.server.ts';
import { CART_MESSAGES, cartQuantityRange, quantityRefusal, storedUnitsPerSellUnit } from '#lib/sales/cart/cart.ts';
import type { CartChange } from '#lib/sales/cart/cart-json.ts';
import type { CartOwner, CartShop } from '#lib/sales/cart/cart-owner.server.ts';
import { quantityText } from '#lib/sales/cart/rejected-quantity-path.server.ts';
import { rupeesToPaise } from '#lib/shop/money/money.ts';

export interface AddToCartRequest {
  /** The id or slug of the product. */
  product: string;
  /** The id of the variant. */
  variant?: string;
  /** The value of the first option. With `choice1` and `choice2`, an alternative to `variant`. */
  choice0?: string;
  choice1?: string;
  choice2?: string;
  /** The quantity in pieces or metres, by default the minimum quantity. */
  quantity?: number;
  /** The price that the visitor saw, in rupees. If the price has changed since, the cart shows a warning. */
  seenPrice?: number;
}

/**
 * Adds a variant at the catalogue's price. The line gets at most the available quantity (product.md, "Cart"). Throws
 * `not_found` if the product or variant does not exist, `invalid` if an option is not chosen or the quantity can't be
 * bought, `conflict` if the variant is sold out or the cart would have too many lines, and `too_many` if the network
 * has started too many carts.
 */
export function addToCart(shop: CartShop, owner: CartOwner, request: AddToCartRequest): Promise<CartChange> {
  return addLines(shop, owner, async (tx, at) => {
    const { product, variant } = await findVariant(tx, request, at);
    const line = { product, variant, seenPaise: seenPaise(request.seenPrice, variant) };
    return {
      action: String(variant._id),
      lines: () => [{ ...line, quantity: lineQuantity(product, variant, request.quantity) }],
    };
  });
}

/** Returns the price that the visitor saw, or the current price if `seenPrice` is unknown or invalid, in paise. */
export function seenPaise(seenPrice: number | undefined, variant: Variant): number {
  return (seenPrice === undefined ? undefined : rupeesToPaise(seenPrice)) ?? effectivePaise(variant);
}

async function findVariant(tx: Tx, request: AddToCartRequest, at: number) {
  const product = await findProduct(tx, request.product, at);
  const requestedVariant = product?.variants.find(({ _id }) => String(_id) === request.variant);
  if (!product || (request.variant !== undefined && !requestedVariant))
    throw new ShopError('not_found', CART_MESSAGES.productNotSold);
  const selection = requestedSelection(product, request);
  const variant = requestedVariant ?? selectedVariant(product, selection);
  if (variant) return { product, variant };
  const prompt = choicePrompt(product.options, selection);
  const message = prompt ? `${prompt}.` : CART_MESSAGES.chooseVariant;
  throw new ShopError('invalid', message, { variant: message });
}

async function findProduct(read: ShopDatabase['read'], idOrSlug: string, at?: number) {
  const row = await findProductId(read, idOrSlug);
  const [product] = row ? await productsByIds({ read }, [row.id], at) : [];
  return product;
}

function requestedSelection(product: ProductDetail, { choice0, choice1, choice2 }: RequestedChoice) {
  return selectionOf(product, [choice0, choice1, choice2]);
}

/**
 * Returns the path of the page where the missing options of a form can be chosen, or undefined if no option is missing,
 * the form contains the variant, or the product does not exist.
 */
export async function missingChoicePath(db: ShopDatabase, request: RequestedChoice): Promise<string | undefined> {
  const choice = await readChoice(db, request);
  if (!choice || selectedVariant(choice.product, choice.selection)) return undefined;
  const color = colorOf(choice.product, choice.selection);
  const search = new URLSearchParams({
    ...(color ? { color } : {}),
    ...(request.quantity === undefined ? {} : { quantity: quantityText(request.quantity) }),
    choose: 'true',
  });
  return `/products/${choice.product.slug}?${search}#choose`;
}

/**
 * Returns the path of the page of the variant with the chosen option values, or undefined if the form contains the
 * variant or too few values, or if the product does not exist.
 */
export async function chosenVariantPath(db: ShopDatabase, request: RequestedChoice): Promise<string | undefined> {
  const choice = await readChoice(db, request);
  const variant = choice && selectedVariant(choice.product, choice.selection);
  return variant && variantHref(choice.product, variant);
}

type RequestedChoice = Omit<AddToCartRequest, 'quantity'> & { quantity?: number | string | undefined };

async function readChoice(db: ShopDatabase, request: RequestedChoice) {
  if (request.variant !== undefined) return undefined;
  const product = await findProduct(db.read, request.product);
  return product && { product, selection: requestedSelection(product, request) };
}

/**
 * Returns the requested quantity in pieces or centimetres, by default the minimum quantity. `requestedQuantity` is in
 * pieces or metres. Throws `invalid` if the quantity can't be bought, and `conflict` if the variant is sold out.
 */
export function lineQuantity(product: ProductDetail, variant: Variant, requestedQuantity: number | undefined): number {
  if (isOutOfStock(variant)) throw new ShopError('conflict', OUT_OF_STOCK);
  if (requestedQuantity === undefined) return cartQuantityRange(product, variant).min;
  const quantity = requestedQuantity * storedUnitsPerSellUnit(product);
  requireValidQuantity(product, variant, quantity);
  return Math.round(quantity);
}

/** Throws `invalid` if a quantity in pieces or centimetres can't be bought. */
export function requireValidQuantity(product: ProductDetail, variant: Variant, quantity: number): void {
  const refusal = quantityRefusal(product, variant, quantity);
  if (refusal) throw new ShopError('invalid', refusal, { quantity: refusal });
}
