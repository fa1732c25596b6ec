import { colorOf, variantHref } from '#lib/catalog/products/buyable-product.ts';
import {
  effectivePaise,
  isOutOfStock,
  OUT_OF_STOCK,
  type ProductDetail,
  type Variant,
} from '#lib/catalog/products/catalog.ts';
import { productsByIds } from '#lib/catalog/products/product-detail.server.ts';
import { choicePrompt, type Selection, selectedVariant, selectionOf } from '#lib/catalog/products/selection.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { addLines } from '#lib/sales/cart/add-lines.server.ts';
import { amountRange, amountRefusal, CART_MESSAGES, unitOf } from '#lib/sales/cart/cart.ts';
import type { CartChange } from '#lib/sales/cart/cart-json.ts';
import type { CartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import { quantityText } from '#lib/sales/cart/rejected-quantity-path.server.ts';
import { rupeesToPaise } from '#lib/shop/money/money.ts';

interface CartShop {
  db: ShopDatabase;
  now(): number;
}

export interface AddToCart {
  /** Id or slug. */
  product: string;
  variant?: string | undefined;
  /** The values of the options, as an alternative to the variant. */
  choice0?: string | undefined;
  choice1?: string | undefined;
  choice2?: string | undefined;
  /** In pieces or metres; defaults to the minimum. */
  quantity?: number | undefined;
  /** The price that the visitor saw, in rupees. If the price has changed since, the cart shows a warning. */
  seenPrice?: number | undefined;
}

/**
 * Adds a variant at the catalogue's price. The line gets at most the available amount (product.md, "Cart"). Throws
 * `not_found` for an unknown product or variant, `invalid` for a missing choice or a bad quantity, `conflict` if it is
 * sold out, and the errors of `addLines`.
 */
export function addToCart(shop: CartShop, owner: CartOwner, request: AddToCart): Promise<CartChange> {
  return addLines(shop, owner, async (tx, at) => {
    const { product, variant } = await findVariant(tx, request, at);
    const line = { product, variant, seenPaise: seenPaise(request.seenPrice, variant) };
    return {
      action: String(variant._id),
      lines: () => [{ ...line, quantity: requestedAmount(product, variant, request.quantity) }],
    };
  });
}

/** The price that the visitor saw, in paise; without one, the current price. `seenPrice` is in rupees. */
export function seenPaise(seenPrice: number | undefined, variant: Variant): number {
  return (seenPrice === undefined ? undefined : rupeesToPaise(seenPrice)) ?? effectivePaise(variant);
}

async function findVariant(
  tx: Tx,
  request: AddToCart,
  at: number,
): Promise<{ product: ProductDetail; variant: Variant }> {
  const product = await findProduct(tx, request.product, at);
  if (!product) throw new ShopError('not_found', CART_MESSAGES.productNotSold);
  if (request.variant !== undefined) {
    const variant = product.variants.find(({ _id }) => String(_id) === request.variant);
    if (!variant) throw new ShopError('not_found', CART_MESSAGES.productNotSold);
    return { product, variant };
  }
  const selection = requestedSelection(product, request);
  const variant = selectedVariant(product, selection);
  if (variant) return { product, variant };
  const prompt = choicePrompt(product.options, selection);
  const message = prompt ? `${prompt}.` : CART_MESSAGES.chooseVariant;
  throw new ShopError('invalid', message, { variant: message });
}

async function findProduct(
  read: ShopDatabase['read'],
  idOrSlug: string,
  at?: number,
): Promise<ProductDetail | undefined> {
  const isId = /^\d{1,15}$/.test(idOrSlug);
  const row = await read
    .selectFrom('product')
    .select('id')
    .where((eb) =>
      isId ? eb.or([eb('id', '=', Number(idOrSlug)), eb('slug', '=', idOrSlug)]) : eb('slug', '=', idOrSlug),
    )
    .executeTakeFirst();
  const [product] = row ? await productsByIds({ read }, [row.id], at) : [];
  return product;
}

function requestedSelection(product: ProductDetail, { choice0, choice1, choice2 }: RequestedChoice): Selection {
  return selectionOf(product, [choice0, choice1, choice2]);
}

/**
 * The page where the missing options of a form can be chosen; `undefined` if nothing is missing, and for an unknown
 * product.
 */
export async function missingChoicePath(db: ShopDatabase, request: RequestedChoice): Promise<string | undefined> {
  const chosen = await readChoice(db, request);
  if (!chosen || selectedVariant(chosen.product, chosen.selection)) return undefined;
  const color = colorOf(chosen.product, chosen.selection);
  const search = new URLSearchParams({
    ...(color ? { color } : {}),
    ...(request.quantity === undefined ? {} : { quantity: quantityText(request.quantity) }),
    choose: 'true',
  });
  return `/products/${chosen.product.slug}?${search}#choose`;
}

/**
 * The page of the variant with the chosen option values; `undefined` if the form contains the variant itself, or too
 * few values.
 */
export async function chosenVariantPath(db: ShopDatabase, request: RequestedChoice): Promise<string | undefined> {
  const chosen = await readChoice(db, request);
  const variant = chosen && selectedVariant(chosen.product, chosen.selection);
  return variant && variantHref(chosen.product, variant);
}

type RequestedChoice = Omit<AddToCart, 'quantity'> & { quantity?: number | string | undefined };

async function readChoice(db: ShopDatabase, request: RequestedChoice) {
  if (request.variant !== undefined) return undefined;
  const product = await findProduct(db.read, request.product);
  return product && { product, selection: requestedSelection(product, request) };
}

/**
 * The requested quantity, in pieces or centimetres; by default the minimum. `request` is in pieces or metres. Throws
 * `invalid`, and `conflict` if the variant is sold out.
 */
export function requestedAmount(product: ProductDetail, variant: Variant, request: number | undefined): number {
  if (isOutOfStock(variant)) throw new ShopError('conflict', OUT_OF_STOCK);
  if (request === undefined) return amountRange(product, variant).min;
  const amount = request * unitOf(product);
  const refusal = amountRefusal(product, variant, amount);
  if (refusal) throw badQuantity(refusal);
  return Math.round(amount);
}

function badQuantity(message: string): ShopError {
  return new ShopError('invalid', message, { quantity: message });
}
