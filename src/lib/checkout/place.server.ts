import type { z } from 'zod/mini';
import { type OrderAddress, orderAddress } from '#lib/address/address.ts';
import type { Customer } from '#lib/auth/session.server.ts';
import type { CartOwner } from '#lib/cart/cart-owner.server.ts';
import { contactSchema, type placeFormSchema } from '#lib/checkout/checkout.schema.ts';
import { readCheckout } from '#lib/checkout/checkout.server.ts';
import { CHECKOUT_MESSAGES, CHECKOUT_STEPS, type Draft } from '#lib/checkout/checkout.ts';
import { beginNextDraft, keepDraft } from '#lib/checkout/draft.server.ts';
import type { OrderInput } from '#lib/orders/order-rows.ts';
import { pageAfterOrder } from '#lib/orders/own-order.server.ts';
import { placeOrder } from '#lib/orders/place-order.server.ts';
import { trackToken } from '#lib/orders/track-token.server.ts';
import { gatewaysOf } from '#lib/payments/gateway.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type PlaceForm = z.infer<typeof placeFormSchema>;

/** Idempotent by the form's key. The prices are the server's, and must be those that the page showed. */
export async function placeFromDraft(
  shop: Shop,
  owner: CartOwner,
  customer: Customer | undefined,
  form: PlaceForm,
): Promise<{ _id: string; next: string }> {
  const { cart, draft, address, isDone } = await readCheckout(shop, owner, customer);
  const missing = CHECKOUT_STEPS.find((step) => step !== 'payment' && !isDone(step));
  if (cart._id === undefined) throw new ShopError('conflict', CHECKOUT_MESSAGES.emptyCart);
  if (missing || !address) throw new ShopError('conflict', CHECKOUT_MESSAGES.staleForm);
  const cartId = cart._id;
  // A refused order comes back with the way to pay that was chosen.
  await transaction(shop.db, (tx) => keepDraft(tx, cartId, { payment: form.payment }, shop.now()));
  const order = await placeOrder(shop, owner, orderInput(shop, form, draft.fields, orderAddress(address)), form.key);
  await transaction(shop.db, (tx) => beginNextDraft(tx, cartId, shop.now()));
  const viewer = customer ? { customerId: customer.id } : { token: trackToken(shop.secretKey, order.id) };
  return { _id: order.id, next: pageAfterOrder(order, viewer) };
}

function orderInput(shop: Shop, form: PlaceForm, fields: Draft, address: OrderAddress): OrderInput {
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

function onlineProvider(shop: Shop) {
  const [gateway] = gatewaysOf(shop);
  if (!gateway) throw new ShopError('conflict', CHECKOUT_MESSAGES.noOnline);
  return gateway.provider;
}
