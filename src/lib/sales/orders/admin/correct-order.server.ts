import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { Parcel } from '#lib/sales/orders/move-order.server.ts';
import {
  type BusinessBuyer,
  businessBuyerOf,
  businessColumns,
  gstinRefusal,
} from '#lib/sales/orders/record/business-buyer.ts';
import {
  addOrderEvent,
  changeOrderOrThrow,
  existingOrder,
  type OrderRow,
} from '#lib/sales/orders/record/change-order.server.ts';
import type { OrderEventKind } from '#lib/sales/orders/record/event-texts.ts';
import { hasShipped, mayCancel } from '#lib/sales/orders/record/orders.ts';
import { collectsTax } from '#lib/shop/money/tax-scheme.ts';

const OTHER_STATE =
  'The state can’t be corrected, because the tax and the delivery charge depend on it. Please cancel the order instead, and place it again.';

type CorrectedAddress = Pick<
  OrderAddress,
  'name' | 'house' | 'street' | 'landmark' | 'city' | 'state' | 'pincode' | 'mobile'
>;

interface Correction {
  /** The columns before the correction. Undoing the correction restores these values. */
  oldColumns: Partial<OrderRow>;
  /** The same columns after the correction. */
  newColumns: Partial<OrderRow>;
  event: OrderEventKind;
  detail?: string | undefined;
  /** The values for the audit log; by default, the columns. */
  changes?: { before: object; after: object };
}

/**
 * Applies the correction that `correct` returns, and records it in the order's history. Returns the corrected order.
 * Throws `not_found` if the order does not exist, `conflict` if the order has another version, and any error of
 * `correct`.
 */
function correctOrder(
  shop: OrderShop,
  orderId: string,
  version: number,
  correct: (before: OrderRow) => Correction,
): Promise<OrderRow> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const before = await existingOrder(tx, orderId, version);
    const { oldColumns, newColumns, event, detail, changes } = correct(before);
    const order = await changeOrderOrThrow(tx, orderId, { updated_at: version }, { ...newColumns, updated_at: at });
    const undo = { before: oldColumns, after: newColumns };
    await addOrderEvent(tx, orderId, at, event, detail, { ...(changes ?? undo), undo });
    return order;
  });
}

/**
 * Corrects the address before shipping, but not the state in the address. Returns the corrected order. Throws
 * `not_found` if the order does not exist, and `conflict` if the order was shipped or closed, if the state would
 * change, or if the order has another version.
 */
export function correctAddress(
  shop: OrderShop,
  orderId: string,
  correctedAddress: CorrectedAddress,
  version: number,
): Promise<OrderRow> {
  return correctOrder(shop, orderId, version, ({ order_status, address_json }) => {
    if (!mayCancel(order_status))
      throw new ShopError('conflict', 'The order was shipped or closed, so its address can no longer be corrected.');
    const oldAddress = JSON.parse(address_json) as OrderAddress;
    if (oldAddress.state !== correctedAddress.state)
      throw new ShopError('conflict', OTHER_STATE, { state: OTHER_STATE });
    return {
      oldColumns: { address_json },
      newColumns: { address_json: JSON.stringify({ ...oldAddress, ...correctedAddress }) },
      event: 'address_corrected',
      changes: { before: oldAddress, after: correctedAddress },
    };
  });
}

/**
 * Sets or removes the business that is invoiced, until the order is shipped. Returns the corrected order. Throws
 * `not_found` if the order does not exist, `conflict` if the order was shipped, closed or invoiced, if no GST is
 * charged for it or if it has another version, and `invalid` if the state of the GSTIN is not the state of the address.
 */
export function correctBusiness(
  shop: OrderShop,
  orderId: string,
  business: BusinessBuyer | undefined,
  version: number,
): Promise<OrderRow> {
  return correctOrder(shop, orderId, version, (before) => {
    if (!mayCancel(before.order_status) || before.invoice_number !== null)
      throw new ShopError(
        'conflict',
        'The order was shipped, closed or invoiced, so the business on its invoice can no longer be changed.',
      );
    if (business && !collectsTax(before.tax_scheme))
      throw new ShopError(
        'conflict',
        'No GST is charged for this order, so its bill can’t show the GSTIN of the buyer.',
      );
    const { state } = JSON.parse(before.address_json) as OrderAddress;
    const refusal = business && gstinRefusal(business.gstin, state);
    if (refusal !== undefined) throw new ShopError('invalid', refusal, { gstin: refusal });
    return {
      oldColumns: businessColumns(businessBuyerOf(before)),
      newColumns: businessColumns(business),
      event: 'business_corrected',
      detail: business?.gstin,
    };
  });
}

/**
 * Corrects the carrier, the tracking number and the tracking page after shipping. Returns the corrected order. Throws
 * `not_found` if the order does not exist, and `conflict` if the order has not been shipped or has another version.
 */
export function correctTracking(
  shop: OrderShop,
  orderId: string,
  { carrier, trackingNumber, trackingUrl }: Parcel,
  version: number,
): Promise<OrderRow> {
  return correctOrder(shop, orderId, version, (before) => {
    if (!hasShipped(before.order_status)) throw new ShopError('conflict', 'The order has not been shipped yet.');
    const { tracking_number, tracking_url } = before;
    return {
      oldColumns: { carrier: before.carrier, tracking_number, tracking_url },
      newColumns: {
        carrier: carrier || null,
        tracking_number: trackingNumber || null,
        tracking_url: trackingUrl || null,
      },
      event: 'tracking_corrected',
      detail: trackingNumber,
    };
  });
}
