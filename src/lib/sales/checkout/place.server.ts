import type { z } from 'zod/mini';
import type { Customer } from '#lib/customers/auth/sessions/session.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { type OrderAddress, orderAddress } from '#lib/sales/address/address.ts';
import type { CartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import { contactSchema, placeOrderFormSchema } from '#lib/sales/checkout/checkout.schema.ts';
import { readCheckout } from '#lib/sales/checkout/checkout.server.ts';
import { CHECKOUT_MESSAGES, CHECKOUT_STEPS, type Draft, stepPath, VERIFY_PATH } from '#lib/sales/checkout/checkout.ts';
import { beginNextDraft, saveDraft } from '#lib/sales/checkout/draft.server.ts';
import type { OrderInput } from '#lib/sales/checkout/order-rows.ts';
import { placeOrder } from '#lib/sales/checkout/place-order.server.ts';
import { pathAfterOrder } from '#lib/sales/orders/own-order.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { confirmOrderCode, requestOrderCode } from '#lib/sales/orders/verify-mailbox.server.ts';
import { gatewaysOf } from '#lib/sales/payments/gateway.server.ts';

export type PlaceOrderForm = z.infer<typeof placeOrderFormSchema>;

export interface PlaceOrderResult {
  _id?: string;
  /** The path of the next page. */
  next: string;
  /** The token that belongs to the emailed code, for a cookie. Set if the mailbox must be verified first. */
  challengeToken?: string;
  /** The token of the verified mailbox, for a cookie. Set after the mailbox was verified. */
  mailboxToken?: string;
  /** The reason why the order was refused after the mailbox was verified. */
  message?: string;
}

/**
 * Places the order of the saved draft, or emails a code if the mailbox must be verified first. Throws `conflict` if the
 * order can't be placed as the page showed it, `invalid` if a field is invalid, and `too_many` if the buyer has placed
 * too many orders, holds too much stock or has requested too many codes.
 */
export async function placeOrRequestCode(
  shop: Shop,
  owner: CartOwner,
  customer: Customer | undefined,
  form: PlaceOrderForm,
): Promise<PlaceOrderResult> {
  try {
    return await placeFromDraft(shop, owner, customer, form);
  } catch (error) {
    if (!isShopError(error, 'unverified')) throw error;
    const { draft } = await readCheckout(shop, owner, customer);
    const { email } = contactSchema.parse(draft.fields);
    const challengeToken = await requestOrderCode(shop, { email, form, refusal: error }, owner.networks);
    return { next: VERIFY_PATH, challengeToken };
  }
}

/**
 * Places the order for which the code was emailed. If the order can't be placed, returns the reason and the path of the
 * payment step. Throws `invalid` if the code is wrong or has expired, and `too_many` after too many attempts.
 */
export async function placeWithCode(
  shop: Shop,
  owner: CartOwner,
  customer: Customer | undefined,
  input: { token: string | undefined; code: string },
): Promise<PlaceOrderResult> {
  const { mailboxToken, form: submittedForm } = await confirmOrderCode(shop, input, owner.networks);
  const { data: form } = placeOrderFormSchema.safeParse(submittedForm);
  if (!form) return { next: stepPath('payment'), mailboxToken };
  try {
    return { ...(await placeFromDraft(shop, { ...owner, mailboxToken }, customer, form)), mailboxToken };
  } catch (error) {
    if (!isShopError(error)) throw error;
    // The code can't be used again, but the mailbox is verified, so only the order must be sent again.
    return { next: stepPath('payment'), mailboxToken, message: error.message };
  }
}

/**
 * Places the order of the saved draft. A repeated form with the same key returns the first order. Throws `conflict` if
 * a step is incomplete, if the prices differ from the prices that the page showed, if online payment is not available,
 * or if the goods are not available as requested, `invalid` if a field is invalid, `too_many` if the buyer has placed
 * too many orders or holds too much stock, and `unverified` if the mailbox must be verified first.
 */
export async function placeFromDraft(
  shop: Shop,
  owner: CartOwner,
  customer: Customer | undefined,
  form: PlaceOrderForm,
): Promise<{ _id: string; next: string }> {
  const { cart, draft, address, giftWrap, business, isDone } = await readCheckout(shop, owner, customer);
  const incompleteStep = CHECKOUT_STEPS.find((step) => step !== 'payment' && !isDone(step));
  if (cart._id === undefined) throw new ShopError('conflict', CHECKOUT_MESSAGES.emptyCart);
  if (incompleteStep || !address) throw new ShopError('conflict', CHECKOUT_MESSAGES.staleForm);
  const cartId = cart._id;
  // Saves the chosen payment method, so that the form shows it again if the order is rejected.
  await transaction(shop.db, (tx) => saveDraft(tx, cartId, { payment: form.payment }, shop.now()));
  const input = {
    ...orderInput(shop, form, draft.fields, orderAddress(address)),
    business,
    giftWrap: giftWrap && { note: giftWrap.note },
  };
  const order = await placeOrder(shop, owner, input, form.key);
  await transaction(shop.db, (tx) => beginNextDraft(tx, cartId, shop.now()));
  const viewer = customer ? { customerId: customer.id } : { token: trackToken(shop.secretKey, order.id) };
  return { _id: order.id, next: pathAfterOrder(order, viewer) };
}

function orderInput(shop: Shop, form: PlaceOrderForm, fields: Draft, address: OrderAddress): OrderInput {
  const isCod = form.payment === 'cod';
  return {
    contact: contactSchema.parse(fields),
    address,
    payment: isCod ? 'cod' : onlineProvider(shop),
    note: fields.note?.trim(),
    shipsAt: form.ships_at === undefined ? undefined : Number(form.ships_at) || null,
    total: isCod ? form.total_cod : form.total_online,
  };
}

/** Returns the provider of online payments. Throws `conflict` if there is none. */
export function onlineProvider(shop: Pick<Shop, 'settings' | 'secretKey' | 'upstreams'>) {
  const [gateway] = gatewaysOf(shop);
  if (!gateway) throw new ShopError('conflict', CHECKOUT_MESSAGES.noOnline);
  return gateway.provider;
}
