import { atom, type ReadableAtom } from 'nanostores';
import { announceCartChange } from '#islands/cart/cart-channel.client.ts';
import { rememberPincode } from '#islands/cart/remembered-pincode.ts';
import { type ApiResponse, callApi, sendApi } from '#islands/ui/api-response.ts';
import { changeVisitor } from '#islands/visitor/visitor.client.ts';
import type { CartJson } from '#lib/sales/cart/cart-json.ts';
import { formatPaise, rupeesToPaise } from '#lib/shop/money/money.ts';

const store = atom<CartJson | undefined>(undefined);

export const $cart: ReadableAtom<CartJson | undefined> = store;

export type CartResponse = Pick<ApiResponse<CartJson | null>, 'status' | 'message' | 'fields'>;
export type RenderedCart = CartResponse & { html?: string };

const NO_ANSWER: CartResponse = { status: 'error', message: '' };

/** Calls run one after another, so that a late response can't restore a removed line; each waits at most this long. */
const MAX_LOCK_MS = 15_000;
let previousCall: Promise<unknown> = Promise.resolve();

/** Every function here puts the cart of the response into the store, and never rejects. */
export function fetchCart(): Promise<CartResponse> {
  return inSequence(() => callApi<CartJson>('/public/cart'));
}

export async function fetchCartDrawer(): Promise<RenderedCart> {
  let html = '';
  const response = await inSequence(async () => {
    const { data, ...rest } = await callApi<{ cart: CartJson; html: string } | null>('/public/cart/drawer');
    html = data?.html ?? '';
    return { ...rest, data: data?.cart ?? null };
  });
  return { ...response, html };
}

/** The input of `POST /public/cart/create`: a variant, or the values of the options as `choice0` and so on. */
export interface NewLine extends Partial<Record<'variant' | 'choice0' | 'choice1' | 'choice2', string>> {
  product: string;
  quantity: number;
}

export function addToCart(line: NewLine): Promise<CartResponse> {
  return change(() => sendApi<CartJson>('POST', '/public/cart/create', line));
}

export function changeQuantity(lineId: string, quantity: number): Promise<CartResponse> {
  return change(() => sendApi<CartJson>('PATCH', `/public/cart/update/${encodeURIComponent(lineId)}`, { quantity }));
}

/** `removed` in the response is the input for `addToCart` to restore the line. */
export function removeLine(lineId: string): Promise<CartResponse> {
  return change(() => sendApi<CartJson>('DELETE', `/public/cart/delete/${encodeURIComponent(lineId)}`));
}

export function moveToCart(entryId: string): Promise<CartResponse> {
  return change(() => sendApi<CartJson>('POST', `/public/wishlist/move/${encodeURIComponent(entryId)}`));
}

export function applyCoupon(code: string): Promise<CartResponse> {
  return change(() => sendApi<CartJson>('POST', '/public/cart/coupon', { code }));
}

export function dropCoupon(): Promise<CartResponse> {
  return change(() => sendApi<CartJson>('DELETE', '/public/cart/coupon'));
}

export async function deliverTo(pincode: string): Promise<CartResponse> {
  const result = await inSequence(async () => {
    const response = await sendApi('POST', '/public/cart/pincode', { pincode });
    return { ...response, data: null };
  });
  if (result.status === 'success') {
    rememberPincode(pincode);
    announceCartChange();
    await fetchCart();
  }
  return result;
}

export function cartMoney({ currency_symbol }: Pick<CartJson, 'currency_symbol'>): (rupees: number) => string {
  return (rupees) => currency_symbol + formatPaise(rupeesToPaise(rupees) ?? 0);
}

async function change(sendRequest: () => Promise<ApiResponse<CartJson | null>>): Promise<CartResponse> {
  const response = await inSequence(sendRequest);
  if (response.status === 'success') announceCartChange();
  return response;
}

function inSequence(sendRequest: () => Promise<ApiResponse<CartJson | null>>): Promise<CartResponse> {
  const call = previousCall.then(() => takeOver(sendRequest()));
  previousCall = Promise.race([call, new Promise((resolve) => setTimeout(resolve, MAX_LOCK_MS))]);
  return call;
}

async function takeOver(request: Promise<ApiResponse<CartJson | null>>): Promise<CartResponse> {
  try {
    const { status, message, data, fields } = await request;
    if (status === 'success' && data) {
      store.set(data);
      changeVisitor({ cart_count: data.count });
    }
    return fields ? { status, message, fields } : { status, message };
  } catch {
    return NO_ANSWER;
  }
}
