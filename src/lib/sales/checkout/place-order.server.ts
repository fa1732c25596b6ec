import { claimAttempt } from '#lib/platform/db/attempt.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { CartTable } from '#lib/platform/db/tables/cart.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { salesCounters } from '#lib/platform/telemetry/sales-counters.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { completeAddress } from '#lib/sales/address/address.server.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { type CartOwner, findCart } from '#lib/sales/cart/cart-owner.server.ts';
import { cartTerms } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { cashRuleFor } from '#lib/sales/cash-rules/cash-rule.server.ts';
import type { CashRule } from '#lib/sales/cash-rules/cash-rules.ts';
import { CHECKOUT_MESSAGES } from '#lib/sales/checkout/checkout.ts';
import { takeCart } from '#lib/sales/checkout/order-goods.server.ts';
import type { OrderInput } from '#lib/sales/checkout/order-rows.ts';
import { priceCart } from '#lib/sales/checkout/price-cart.server.ts';
import { writeOrder } from '#lib/sales/checkout/write-order.server.ts';
import type { HoldShop } from '#lib/sales/orders/holds/hold-limits.server.ts';
import { type BudgetShop, countOrder } from '#lib/sales/orders/holds/order-budget.server.ts';
import { VERIFY_FIRST } from '#lib/sales/orders/holds/unverified-cash.server.ts';
import { type BusinessBuyer, gstinRefusal, offersBusinessInvoices } from '#lib/sales/orders/record/business-buyer.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { claimKey, hashText, isCartOfOrder } from '#lib/sales/orders/record/idempotency.server.ts';
import { type GatewaySettings, hasGateway } from '#lib/sales/payments/gateway.server.ts';
import { taxSchemeOf } from '#lib/shop/money/tax-scheme.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

type PlacingShop = HoldShop & BudgetShop & { settings: GatewaySettings };

/**
 * Places the order of a cart. A repeated request with the same key and input returns the first order (product.md,
 * "Orders"). Without a key, a repeated request of the same attempt returns the first order. Throws `conflict` if the
 * cart is empty, or if the goods, the price, the shipping day, the coupon, the gift wrap or the payment method are not
 * available as requested, `invalid` if the address, the GSTIN or the gift note is invalid or the key belongs to a
 * different order, `too_many` if the buyer has placed too many orders or holds too much stock, and `unverified` if the
 * mailbox must be verified first.
 */
export async function placeOrder(
  shop: PlacingShop,
  owner: CartOwner,
  request: OrderInput,
  key?: string,
): Promise<OrderRow> {
  const at = shop.now();
  const address = await completeAddress(request.address);
  const input = { ...request, address, business: businessFor(shop, request.business, address) };
  const orderId = newId();
  const ownerKey =
    owner.customerId === undefined ? `cart:${hashText(owner.token ?? '')}` : `customer:${owner.customerId}`;
  const { order, isNew } = await transaction(shop.db, async (tx) => {
    const cart = await findCart(tx, owner, at);
    const earlierId = key
      ? await claimKey(tx, { owner: ownerKey, key, bodyHash: hashText(JSON.stringify(input)), orderId, at }, cart?.id)
      : await claimAttempt(shop.db, tx, { action: 'order', newId: orderId, now: at });
    if (earlierId !== undefined && (key || (await isCartOfOrder(tx, cart?.id, earlierId)))) {
      const order = await tx.selectFrom('orders').selectAll().where('id', '=', earlierId).executeTakeFirstOrThrow();
      return { order, isNew: false };
    }
    if (!cart) throw new ShopError('conflict', CHECKOUT_MESSAGES.emptyCart);
    const order = await placeOrderOfCart(tx, shop, { orderId, at, input, cart }, { ...owner, ownerKey });
    return { order, isNew: true };
  });
  if (isNew) salesCounters(shop.db).orders.add(order.payment_method);
  return order;
}

async function placeOrderOfCart(
  tx: Tx,
  shop: PlacingShop,
  { input, cart, ...draftFields }: { orderId: string; at: number; input: OrderInput; cart: CartTable },
  { ownerKey, networks, mailboxToken, ...owner }: CartOwner & { ownerKey: string },
): Promise<OrderRow> {
  const { email } = input.contact;
  const customerId = owner.customerId ?? null;
  await countOrder(tx, shop, { email, customer_id: customerId, networks });
  const terms = cartTerms(shop.db);
  const lines = await takeCart(tx, cart.id, draftFields.at, terms.swatches);
  const draft = { ...draftFields, input, customerId, cart, lines };
  const seller = shopSettings(shop.db);
  const rule = input.payment === 'cod' ? await cashRuleOf(tx, shop, input, { customerId, mailboxToken }) : undefined;
  const taxScheme = taxSchemeOf(seller);
  const price = await priceCart(tx, { terms, shopState: seller.state.name, rule }, draft);
  if (price.advancePaise > 0 && !hasGateway(shop.settings)) throw new ShopError('conflict', CHECKOUT_MESSAGES.noOnline);
  return writeOrder(tx, shop, { ...draft, price, taxScheme }, { owner: ownerKey, email, networks, mailboxToken });
}

/**
 * Returns the business to invoice, or undefined if there is none or the shop offers no invoices for businesses. Throws
 * `invalid` if the GSTIN and the address are not in the same state.
 */
function businessFor({ db }: HoldShop, business: BusinessBuyer | undefined, { state }: OrderAddress) {
  if (!business || !offersBusinessInvoices(shopSettings(db))) return undefined;
  const refusal = gstinRefusal(business.gstin, state);
  if (refusal !== undefined) throw new ShopError('invalid', refusal, { gstin: refusal });
  return business;
}

/**
 * Returns the rule that switches off cash on delivery for the order, or undefined if there is none. Throws `unverified`
 * if the rule may be shown only after the buyer has verified the mailbox.
 */
async function cashRuleOf(
  tx: Tx,
  shop: HoldShop,
  { contact, address: { pincode } }: OrderInput,
  buyer: { customerId: string | null; mailboxToken: string | undefined },
): Promise<CashRule | undefined> {
  const rule = await cashRuleFor(tx, shop, { pincode, buyer: { ...contact, ...buyer } });
  if (rule === 'unverified') throw new ShopError('unverified', VERIFY_FIRST);
  return rule;
}
