import { atom, type ReadableAtom } from 'nanostores';
import { announceCartChange } from '#islands/cart/cart-channel.client.ts';
import { rememberPincode } from '#islands/cart/remembered-pincode.ts';
import type { NewLine } from '#islands/offline/actions.ts';
import { $queueResult } from '#islands/offline/queue-results.client.ts';
import { QUEUED_STATUS } from '#islands/offline/send-action.ts';
import { prepareAction } from '#islands/offline/send-or-queue.ts';
import { type ApiResponse, getFromApi, sendToApi } from '#islands/ui/api-response.ts';
import { changeVisitor } from '#islands/visitor/visitor.client.ts';
import type { CartJson, CartLineJson } from '#lib/sales/cart/cart-json.ts';
import { formatPaise, rupeesToPaise } from '#lib/shop/money/money.ts';

const store = atom<CartJson | undefined>(undefined);

export const $cart: ReadableAtom<CartJson | undefined> = store;

$queueResult.listen((result) => {
  if (result?.cart) showCart(result.cart);
  announceCartChange();
});

/** `isQueued` means that the change will be sent when the network is available. */
export type CartResponse = Pick<ApiResponse<CartJson | null>, 'status' | 'message' | 'fields'> & { isQueued?: true };
export type CartDrawerResponse = CartResponse & { html: string };

const NO_RESPONSE: CartResponse = {
  status: 'error',
  message: 'There was no response. Please check your connection and try again.',
};

/**
 * The maximum time for which a call waits for the previous call. Calls run one after another, so that a late response
 * can't restore a removed line.
 */
const MAX_WAIT_MS = 15_000;
let previousCall: Promise<unknown> = Promise.resolve();

/**
 * Fetches the cart. All request functions in this file store the cart from a successful response, and never reject:
 * they return an error response instead.
 */
export function fetchCart(): Promise<CartResponse> {
  return inSequence(() => getFromApi<CartJson>('/public/cart'));
}

/** Fetches the cart and the drawer's HTML, which is an empty string after an error. */
export async function fetchCartDrawer(): Promise<CartDrawerResponse> {
  let html = '';
  const response = await inSequence(async () => {
    const { data, ...rest } = await getFromApi<{ cart: CartJson; html: string } | null>('/public/cart/drawer');
    html = data?.html ?? '';
    return { ...rest, data: data?.cart ?? null };
  });
  return { ...response, html };
}

/** Adds a line to the cart. `name` is the product's name, for the list of queued actions. */
export function addToCart(line: NewLine, name: string): Promise<CartResponse> {
  return sendChange(prepareAction<CartJson>({ kind: 'add', line, name }));
}

type ChangedLine = Pick<CartLineJson, '_id' | 'price'> & { product: Pick<CartLineJson['product'], 'name'> };

export function changeQuantity({ _id, price, product }: ChangedLine, quantity: number): Promise<CartResponse> {
  const action = { kind: 'quantity', line: _id, quantity, seenPrice: price, name: product.name } as const;
  return sendChange(prepareAction<CartJson>(action));
}

/**
 * Removes a line. If the removal succeeds without being queued, `$cart` contains the line as `removed`, for an undo
 * button.
 */
export function removeLine({ _id, product }: ChangedLine): Promise<CartResponse> {
  return sendChange(prepareAction<CartJson>({ kind: 'remove', line: _id, name: product.name }));
}

export function moveToCart(entryId: string): Promise<CartResponse> {
  return sendChange(() => sendToApi<CartJson>('POST', `/public/wishlist/move/${encodeURIComponent(entryId)}`));
}

export function applyCoupon(code: string): Promise<CartResponse> {
  return sendChange(() => sendToApi<CartJson>('POST', '/public/cart/coupon', { code }));
}

export function removeCoupon(): Promise<CartResponse> {
  return sendChange(() => sendToApi<CartJson>('DELETE', '/public/cart/coupon'));
}

export async function setDeliveryPincode(pincode: string): Promise<CartResponse> {
  const result = await inSequence(async () => {
    const response = await sendToApi('POST', '/public/cart/pincode', { pincode });
    return { ...response, data: null };
  });
  if (result.status === 'success') {
    rememberPincode(pincode);
    announceCartChange();
    await fetchCart();
  }
  return result;
}

/** Returns a function that formats an amount in the currency of the cart. */
export function cartMoneyFormatter({ currency_symbol }: Pick<CartJson, 'currency_symbol'>): (rupees: number) => string {
  return (rupees) => currency_symbol + formatPaise(rupeesToPaise(rupees) ?? 0);
}

type CartApiResponse = ApiResponse<CartJson | null> & { httpStatus?: number };

async function sendChange(sendRequest: () => Promise<CartApiResponse>): Promise<CartResponse> {
  const response = await inSequence(sendRequest);
  if (response.status === 'success' && !response.isQueued) announceCartChange();
  return response;
}

function inSequence(sendRequest: () => Promise<CartApiResponse>): Promise<CartResponse> {
  const call = previousCall.then(() => applyResponse(sendRequest()));
  previousCall = Promise.race([call, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
  return call;
}

function showCart(cart: CartJson): void {
  store.set(cart);
  changeVisitor(() => ({ cart_count: cart.count }));
}

async function applyResponse(request: Promise<CartApiResponse>): Promise<CartResponse> {
  try {
    const { status, message, data, fields, httpStatus } = await request;
    if (httpStatus === QUEUED_STATUS) return { status, message, isQueued: true };
    if (status === 'success' && data) showCart(data);
    return fields ? { status, message, fields } : { status, message };
  } catch {
    return NO_RESPONSE;
  }
}
