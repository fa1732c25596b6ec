import {
  effectivePaise,
  isOutOfStock,
  OUT_OF_STOCK,
  type ProductDetail,
  type Variant,
} from '#lib/catalog/products/catalog.ts';
import { colorOf, variantHref } from '#lib/catalog/products/choose-variant.ts';
import { productsByIds } from '#lib/catalog/products/product-detail.server.ts';
import { choicePrompt, type Selection, selectedVariant, selectionOf } from '#lib/catalog/products/selection.ts';
import { claimAttempt } from '#lib/platform/db/attempt.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { amountRange, amountRefusal, amountText, CART_MESSAGES, MAX_LINES, unitOf } from '#lib/sales/cart/cart.ts';
import type { CartChange } from '#lib/sales/cart/cart-json.ts';
import { admitNewCart, type CartOwner, openCart } from '#lib/sales/cart/cart-owner.server.ts';
import { cartTerms } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { loadCart } from '#lib/sales/cart/read-cart.server.ts';
import { quantityText } from '#lib/sales/cart/rejected-quantity-path.server.ts';
import { rupeesToPaise } from '#lib/shop/money/money.ts';

interface Clocked {
  db: ShopDatabase;
  now(): number;
}

export interface AddToCart {
  /** Id or slug. */
  product: string;
  variant?: string | undefined;
  /** The value of each option, as an alternative to the variant. */
  choice0?: string | undefined;
  choice1?: string | undefined;
  choice2?: string | undefined;
  /** In pieces or metres; defaults to the smallest amount. */
  quantity?: number | undefined;
  /** The price that the visitor saw, in rupees. If the price is another one now, the cart says so. */
  seenPrice?: number | undefined;
}

/** Uses the catalogue's price, and at most the available amount (product.md, "Cart"). */
export async function addToCart({ db, now }: Clocked, owner: CartOwner, request: AddToCart): Promise<CartChange> {
  await admitNewCart({ db, now }, owner);
  return transaction(db, async (tx) => {
    const at = now();
    const { product, variant } = await findVariant(tx, request, at);
    const { cart, token } = await openCart(tx, owner, at);
    // A guest whose cookie was lost with the first response has a new cart, which needs the line again.
    const claim = { what: `cart ${cart.id} ${variant._id}`, madeId: cart.id, now: at };
    if (await claimAttempt(db, tx, claim))
      return { cart: await loadCart(tx, owner, at, cartTerms(db)), ...(token ? { token } : {}) };
    const quantity = requestedAmount(product, variant, request.quantity);
    const added = { product, variant, quantity, seenPaise: seenPaise(request.seenPrice, variant) };
    const notice = await putLine(tx, cart.id, added, at);
    const ownerWithToken: CartOwner = { ...owner, token: token ?? owner.token };
    const changed = await loadCart(tx, ownerWithToken, at, cartTerms(db));
    if (changed.lines.length > MAX_LINES) throw new ShopError('conflict', CART_MESSAGES.full);
    return { cart: changed, ...(token ? { token } : {}), ...(notice ? { notice } : {}) };
  });
}

/** The price that the visitor saw; without one, they accept the current price. */
export function seenPaise(seenPrice: number | undefined, variant: Variant): number {
  return (seenPrice === undefined ? undefined : rupeesToPaise(seenPrice)) ?? effectivePaise(variant);
}

async function findVariant(
  tx: Tx,
  request: AddToCart,
  at: number,
): Promise<{ product: ProductDetail; variant: Variant }> {
  const product = await findProduct(tx, request.product, at);
  if (!product) throw new ShopError('not_found', CART_MESSAGES.productGone);
  if (request.variant !== undefined) {
    const variant = product.variants.find(({ _id }) => String(_id) === request.variant);
    if (!variant) throw new ShopError('not_found', CART_MESSAGES.productGone);
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
  request: string,
  at?: number,
): Promise<ProductDetail | undefined> {
  const isId = /^\d{1,15}$/.test(request);
  const row = await read
    .selectFrom('product')
    .select('id')
    .where((is) =>
      isId ? is.or([is('id', '=', Number(request)), is('slug', '=', request)]) : is('slug', '=', request),
    )
    .executeTakeFirst();
  const [product] = row ? await productsByIds({ read }, [row.id], at) : [];
  return product;
}

function requestedSelection(product: ProductDetail, { choice0, choice1, choice2 }: RequestedChoice): Selection {
  return selectionOf(product, [choice0, choice1, choice2]);
}

/** The page for a form sent without a choice of variant; `undefined` if nothing is missing. */
export async function choosePath(db: ShopDatabase, request: RequestedChoice): Promise<string | undefined> {
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

/** The page of the variant with the chosen option values; `undefined` if the form contains the variant itself. */
export async function chosenPath(db: ShopDatabase, request: RequestedChoice): Promise<string | undefined> {
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

/** Returns pieces or centimetres. Throws `invalid` and `conflict`. */
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

interface NewLine {
  product: ProductDetail;
  variant: Variant;
  quantity: number;
  seenPaise: number;
  isSwatch?: boolean;
}

/** A length replaces a swatch of the same cloth. Otherwise adds to the line's quantity. Returns a message for the customer if less is available. */
export async function putLine(tx: Tx, cartId: string, added: NewLine, at: number): Promise<string | undefined> {
  const { product, variant, seenPaise, isSwatch = false } = added;
  await touchCart(tx, cartId, at);
  const held = await tx
    .selectFrom('cart_line')
    .select(['quantity', 'swatch'])
    .where('cart_id', '=', cartId)
    .where('variant_id', '=', variant._id)
    .executeTakeFirst();
  const swatch = isSwatch ? 1 : 0;
  const total = (held?.swatch === swatch ? held.quantity : 0) + added.quantity;
  const { max } = amountRange(product, variant);
  const changes = { quantity: Math.min(total, max), price_paise: seenPaise, swatch };
  await tx
    .insertInto('cart_line')
    .values({ id: newId(), cart_id: cartId, variant_id: variant._id, added_at: at, ...changes })
    .onConflict((conflict) => conflict.columns(['cart_id', 'variant_id']).doUpdateSet(changes))
    .execute();
  if (total <= max || isSwatch) return undefined;
  return `${product.name}: your cart holds ${amountText(product, max)}, all that can be had in one order.`;
}

/** Call it first in every change of a cart: on PostgreSQL it locks the cart. */
export async function touchCart(tx: Tx, cartId: string, at: number): Promise<void> {
  await tx.updateTable('cart').set({ updated_at: at }).where('id', '=', cartId).execute();
}
