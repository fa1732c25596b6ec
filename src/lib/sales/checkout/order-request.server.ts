import type { APIContext } from 'astro';
import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import { idempotencyKey } from '#lib/platform/http/endpoint/idempotency-key.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { errorsByField } from '#lib/primitives/field-errors.ts';
import { readAddress } from '#lib/sales/address/address.server.ts';
import { orderAddress } from '#lib/sales/address/address.ts';
import { cartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import type { OrderRequest } from '#lib/sales/checkout/order.schema.ts';
import { placeOrder } from '#lib/sales/checkout/place-order.server.ts';
import { pathAfterOrder } from '#lib/sales/orders/own-order.server.ts';
import { businessOf, businessSchema } from '#lib/sales/orders/record/business-buyer.schema.ts';
import type { BusinessBuyer } from '#lib/sales/orders/record/business-buyer.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { ORDER_MESSAGES as MESSAGES } from '#lib/sales/orders/record/orders.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { orderChallenge, requestOrderCode } from '#lib/sales/orders/verify-mailbox.server.ts';
import { gatewaysOf } from '#lib/sales/payments/gateway.server.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

export interface PlacedOrderJson {
  _id: string;
  number: string;
  /** The total in rupees. */
  total: number;
  orderStatus: OrderRow['order_status'];
  paymentStatus: OrderRow['payment_status'];
  /** The path of the next page. */
  next: string;
  /** The token that gives access to the order without a login. */
  token: string;
}

/**
 * Places the order of an API request. If the mailbox must be verified first, emails a code and throws `unverified`.
 * Throws `not_logged_in` if guests may not buy, `invalid` if a field is missing or invalid, `not_found` if the saved
 * address does not exist, `conflict` if the order can't be placed as requested, and `too_many` if the buyer has placed
 * too many orders, holds too much stock or has requested too many codes.
 */
export async function placeOrderFromRequest(
  shop: Shop,
  request: OrderRequest,
  context: APIContext,
): Promise<PlacedOrderJson> {
  const customer = context.locals.session?.customer;
  if (!customer && !shop.settings.isGuestCheckoutOn) throw new ShopError('not_logged_in', MESSAGES.logIn);
  const providers = gatewaysOf(shop).map(({ provider }) => provider);
  if (!['cod', ...providers].includes(request.payment))
    throw new ShopError('invalid', MESSAGES.payment, { payment: MESSAGES.payment });
  const contact =
    request.contact ?? (customer?.mobile ? { email: customer.email, mobile: customer.mobile } : undefined);
  if (!contact) throw new ShopError('invalid', MESSAGES.contact, { contact: MESSAGES.contact });
  // Another customer's address causes the same error as an address that does not exist.
  const address =
    typeof request.address === 'string'
      ? await readAddress(shop.db.write, customer?.id ?? '', request.address)
      : request.address;
  const { payment, note, total, gift_wrap, gift_note = '' } = request;
  const giftWrap = gift_wrap === true || gift_wrap === 'yes' ? { note: gift_note } : undefined;
  const key = idempotencyKey(context.request) || request.idempotency_key || undefined;
  const input = {
    contact,
    address: orderAddress(address),
    payment,
    note,
    total,
    giftWrap,
    business: businessOfRequest(request),
  };
  const placement = placeOrder(shop, cartOwner(context), input, key);
  const order = await placement.catch(async (error) => {
    if (!isShopError(error, 'unverified')) throw error;
    const codeRequest = { email: contact.email, refusal: error };
    orderChallenge.save(context, await requestOrderCode(shop, codeRequest, context.locals.networks));
    throw new ShopError('unverified', MESSAGES.codeMailed);
  });
  return placedOrderJson(shop, order, customer?.id);
}

/** Returns the business to invoice, or undefined if there is none. Throws `invalid` if a business field is invalid. */
function businessOfRequest(request: OrderRequest): BusinessBuyer | undefined {
  const result = businessSchema.safeParse(request);
  if (result.success) return businessOf(result.data);
  const fields = errorsByField(result.error.issues);
  throw new ShopError('invalid', Object.values(fields)[0] ?? MESSAGES.payment, fields);
}

function placedOrderJson(shop: Shop, order: OrderRow, customerId: string | undefined): PlacedOrderJson {
  const token = trackToken(shop.secretKey, order.id);
  return {
    _id: order.id,
    number: order.number,
    total: paiseToRupees(order.total_paise),
    orderStatus: order.order_status,
    paymentStatus: order.payment_status,
    next: pathAfterOrder(order, { customerId, token }),
    token,
  };
}
