import { atom, type ReadableAtom } from 'nanostores';
import { type ApiAnswer, askApi, sendApi } from '#islands/ui/api-answer.ts';
import { changeVisitor } from '#islands/visitor/visitor.client.ts';
import type { CartJson, RemovedJson } from '#lib/cart/cart-json.ts';
import { formatPaise, rupeesToPaise } from '#lib/money/money.ts';

const store = atom<CartJson | undefined>(undefined);

/** The cart as the server last answered it; `undefined` until it was asked. */
export const $cart: ReadableAtom<CartJson | undefined> = store;

export type CartAnswer = Pick<ApiAnswer<CartJson | null>, 'status' | 'message' | 'fields'>;
/** The dropdown's first content, drawn by the server. */
export type DrawnCart = CartAnswer & { html?: string };

const NO_ANSWER: CartAnswer = { status: 'error', message: '' };

/** Calls wait for each other, so that no late answer brings back what a later call took out; but no longer than this. */
const LONGEST_TURN_MS = 15_000;
let turnBefore: Promise<unknown> = Promise.resolve();

/** Every function here puts the answered cart into the store, and never rejects. */
export function fetchCart(): Promise<CartAnswer> {
  return inTurn(() => askApi<CartJson>('/public/cart'));
}

export async function fetchCartDrawer(): Promise<DrawnCart> {
  let html = '';
  const answer = await inTurn(async () => {
    const { data, ...rest } = await askApi<{ cart: CartJson; html: string } | null>('/public/cart/drawer');
    html = data?.html ?? '';
    return { ...rest, data: data?.cart ?? null };
  });
  return { ...answer, html };
}

export function addToCart(line: Pick<RemovedJson, 'product' | 'variant' | 'quantity'>): Promise<CartAnswer> {
  return inTurn(() => sendApi<CartJson>('POST', '/public/cart/create', line));
}

/** Pieces or metres. */
export function changeQuantity(lineId: string, quantity: number): Promise<CartAnswer> {
  return inTurn(() => sendApi<CartJson>('PATCH', `/public/cart/update/${encodeURIComponent(lineId)}`, { quantity }));
}

/** `removed` of the cart then says what can be put back by `addToCart`. */
export function removeLine(lineId: string): Promise<CartAnswer> {
  return inTurn(() => sendApi<CartJson>('DELETE', `/public/cart/delete/${encodeURIComponent(lineId)}`));
}

/** From the wishlist, by the id of its entry. */
export function moveToCart(entryId: string): Promise<CartAnswer> {
  return inTurn(() => sendApi<CartJson>('POST', `/public/wishlist/move/${encodeURIComponent(entryId)}`));
}

export function applyCoupon(code: string): Promise<CartAnswer> {
  return inTurn(() => sendApi<CartJson>('POST', '/public/cart/coupon', { code }));
}

export function dropCoupon(): Promise<CartAnswer> {
  return inTurn(() => sendApi<CartJson>('DELETE', '/public/cart/coupon'));
}

/** The answer tells of the town; the cart with the new cost of delivery is fetched after it. */
export async function deliverTo(pincode: string): Promise<CartAnswer> {
  const answer = await inTurn(async () => {
    const said = await sendApi('POST', '/public/cart/pincode', { pincode });
    return { ...said, data: null };
  });
  if (answer.status === 'success') await fetchCart();
  return answer;
}

/** Writes amounts of the cart: rupees with the symbol of the shop's currency (product.md, "Prices"). */
export function cartMoney({ currency_symbol }: Pick<CartJson, 'currency_symbol'>): (rupees: number) => string {
  return (rupees) => currency_symbol + formatPaise(rupeesToPaise(rupees) ?? 0);
}

function inTurn(ask: () => Promise<ApiAnswer<CartJson | null>>): Promise<CartAnswer> {
  const answer = turnBefore.then(() => takeOver(ask()));
  turnBefore = Promise.race([answer, new Promise((resolve) => setTimeout(resolve, LONGEST_TURN_MS))]);
  return answer;
}

async function takeOver(asking: Promise<ApiAnswer<CartJson | null>>): Promise<CartAnswer> {
  try {
    const { status, message, data, fields } = await asking;
    if (status === 'success' && data) {
      store.set(data);
      changeVisitor({ cart_count: data.count });
    }
    return fields ? { status, message, fields } : { status, message };
  } catch {
    return NO_ANSWER;
  }
}
