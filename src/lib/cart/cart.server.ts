import { amountOf, amountRange, amountRefusal, CART_MESSAGES, type Cart, MOST_LINES, unitOf } from '#lib/cart/cart.ts';
import type { RemovedJson } from '#lib/cart/cart-json.ts';
import { COUPON_MESSAGES, couponCode, couponRefusal } from '#lib/cart/coupon.ts';
import { timesUsedBy } from '#lib/cart/coupon-buyers.server.ts';
import { type CartOwner, findCart, openCart } from '#lib/cart/find-cart.server.ts';
import { knownBuyer } from '#lib/cart/known-buyer.server.ts';
import { admitNewCart } from '#lib/cart/new-cart-limit.server.ts';
import { putLine, touchCart } from '#lib/cart/put-line.server.ts';
import { loadCart } from '#lib/cart/read-cart.server.ts';
import { effectivePaise, isOutOfStock, OUT_OF_STOCK, type ProductDetail, type Variant } from '#lib/catalog/catalog.ts';
import { productsByIds } from '#lib/catalog/product-detail.server.ts';
import { claimAttempt } from '#lib/platform/db/attempt.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { rememberDeed, wasDoneBefore } from '#lib/platform/http/done-before.server.ts';

interface Clocked {
  db: ShopDatabase;
  now(): number;
}

export interface CartChange {
  cart: Cart;
  /** What the cookie of a guest must hold from now on. */
  token?: string;
  /** What happened besides what was asked. */
  notice?: string;
  removed?: RemovedJson;
}

export interface AddToCart {
  /** Id or slug. */
  product: string;
  variant?: string | undefined;
  /** Pieces or metres; the least that is sold when it is missing. */
  quantity?: number | undefined;
}

/** Puts a variant into the cart, or more of it; at the price of the catalogue, and never more than can be had (section 5). */
export async function addToCart({ db, now }: Clocked, owner: CartOwner, asked: AddToCart): Promise<CartChange> {
  await admitNewCart({ db, now }, owner);
  return transaction(db, async (tx) => {
    const at = now();
    const { product, variant } = await findVariant(tx, asked);
    const quantity = askedAmount(product, variant, asked.quantity);
    const { cart, token } = await openCart(tx, owner, at);
    // A guest without a cart has lost the one of the first try with its cookie.
    const isAgain = (await claimAttempt(db, tx, { what: `cart ${variant._id}`, madeId: cart.id, now: at })) === cart.id;
    if (isAgain) return { cart: await loadCart(tx, owner, at), ...(token ? { token } : {}) };
    const added = { product, variant, quantity, seenPaise: effectivePaise(variant) };
    const notice = await putLine(tx, cart.id, added, at);
    const kept: CartOwner = { ...owner, token: token ?? owner.token };
    const changed = await loadCart(tx, kept, at);
    if (changed.lines.length > MOST_LINES) throw new ShopError('conflict', CART_MESSAGES.full);
    return { cart: changed, ...(token ? { token } : {}), ...(notice ? { notice } : {}) };
  });
}

async function findVariant(tx: Tx, asked: AddToCart): Promise<{ product: ProductDetail; variant: Variant }> {
  const isId = /^\d{1,15}$/.test(asked.product);
  const row = await tx
    .selectFrom('product')
    .select('id')
    .where((is) =>
      isId
        ? is.or([is('id', '=', Number(asked.product)), is('slug', '=', asked.product)])
        : is('slug', '=', asked.product),
    )
    .executeTakeFirst();
  const [product] = row ? await productsByIds({ read: tx }, [row.id]) : [];
  if (!product) throw new ShopError('not_found', CART_MESSAGES.productGone);
  const variant =
    asked.variant === undefined
      ? product.variants.length === 1
        ? product.variants[0]
        : undefined
      : product.variants.find(({ _id }) => String(_id) === asked.variant);
  if (variant) return { product, variant };
  if (asked.variant !== undefined) throw new ShopError('not_found', CART_MESSAGES.productGone);
  throw new ShopError('invalid', CART_MESSAGES.chooseVariant, { variant: CART_MESSAGES.chooseVariant });
}

function askedAmount(product: ProductDetail, variant: Variant, asked: number | undefined): number {
  if (isOutOfStock(variant)) throw new ShopError('conflict', OUT_OF_STOCK);
  const amount = asked === undefined ? amountRange(product, variant).min : amountOf(product, asked);
  if (amount === undefined)
    throw badQuantity(product.sellUnit === 'metre' ? CART_MESSAGES.quantityBad : CART_MESSAGES.wholeChunks);
  const refusal = amountRefusal(product, variant, amount);
  if (refusal) throw badQuantity(refusal);
  return amount;
}

function badQuantity(message: string): ShopError {
  return new ShopError('invalid', message, { quantity: message });
}

/** Another amount of a line of one's own cart; its price is accepted with it. Throws `not_found` and `invalid`. */
export function updateLine({ db, now }: Clocked, owner: CartOwner, lineId: string, asked: number): Promise<CartChange> {
  return transaction(db, async (tx) => {
    const { cart, line, product, variant } = await ownLine(tx, owner, lineId, now());
    const quantity = askedAmount(product, variant, asked);
    await touchCart(tx, cart.id, now());
    await tx
      .updateTable('cart_line')
      .set({ quantity, price_paise: effectivePaise(variant) })
      .where('id', '=', line.id)
      .where('cart_id', '=', cart.id)
      .execute();
    return { cart: await loadCart(tx, owner, now()) };
  });
}

/** Takes a line out, once however often it is asked; the first answer says what it was, so that it can be put back. */
export function removeLine({ db, now }: Clocked, owner: CartOwner, lineId: string): Promise<CartChange> {
  return transaction(db, async (tx) => {
    const own = await findCart(tx, owner, now());
    const deed = { what: 'remove line', who: own?.id ?? '', id: lineId };
    if (own && (await wasDoneBefore(tx, deed, now()))) return { cart: await loadCart(tx, owner, now()) };
    const { cart, line, product, variant } = await ownLine(tx, owner, lineId, now());
    await touchCart(tx, cart.id, now());
    await tx.deleteFrom('cart_line').where('id', '=', line.id).where('cart_id', '=', cart.id).execute();
    await rememberDeed(tx, deed, now());
    const removed: RemovedJson = {
      product: String(product._id),
      variant: String(variant._id),
      quantity: line.quantity / unitOf(product),
      name: product.name,
    };
    return { cart: await loadCart(tx, owner, now()), removed };
  });
}

async function ownLine(tx: Tx, owner: CartOwner, lineId: string, at: number) {
  const cart = await findCart(tx, owner, at);
  const loaded = cart && (await loadCart(tx, owner, at));
  const line = loaded?.lines.find(({ _id }) => _id === lineId);
  if (!cart || !line) throw new ShopError('not_found', CART_MESSAGES.notFound);
  return { cart, line: { id: line._id, quantity: line.quantity }, product: line.product, variant: line.variant };
}

/** Puts a coupon on the cart; a refusal says why. Whether it can be used is asked again when the order is placed. */
export function applyCoupon({ db, now }: Clocked, owner: CartOwner, typed: string): Promise<CartChange> {
  return transaction(db, async (tx) => {
    const code = couponCode(typed);
    const coupon = await tx.selectFrom('coupon').selectAll().where('code', '=', code).executeTakeFirst();
    if (!coupon) throw badCoupon(COUPON_MESSAGES.unknown);
    // For a visitor without anything in it none is begun.
    if (owner.customerId === undefined && !(await findCart(tx, owner, now()))) throw badCoupon(COUPON_MESSAGES.noCart);
    const { cart, token } = await openCart(tx, owner, now());
    const kept: CartOwner = { ...owner, token: token ?? owner.token };
    const { totals } = await loadCart(tx, kept, now());
    const timesUsed = await timesUsedBy(tx, code, await knownBuyer(tx, cart));
    const refusal = couponRefusal(coupon, { subtotalPaise: totals.subtotalPaise, at: now(), timesUsed });
    if (refusal) throw badCoupon(refusal);
    await tx.updateTable('cart').set({ coupon_code: code, updated_at: now() }).where('id', '=', cart.id).execute();
    return { cart: await loadCart(tx, kept, now()), ...(token ? { token } : {}) };
  });
}

function badCoupon(message: string): ShopError {
  return new ShopError('invalid', message, { code: message });
}

export function dropCoupon({ db, now }: Clocked, owner: CartOwner): Promise<CartChange> {
  return transaction(db, async (tx) => {
    const cart = await findCart(tx, owner, now());
    if (cart) await tx.updateTable('cart').set({ coupon_code: null }).where('id', '=', cart.id).execute();
    return { cart: await loadCart(tx, owner, now()) };
  });
}
