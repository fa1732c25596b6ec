import type { OrderAddress } from '#lib/sales/address/address.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { OrderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { dueAtDoorPaise, STATUS_NAMES } from '#lib/sales/orders/record/orders.ts';
import { priceText } from '#lib/shop/money/price-text.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

/** The texts of a label for a parcel. */
export type ParcelLabel = ReturnType<typeof parcelLabel>;

type LabelOrder = Pick<
  OrderRow,
  'number' | 'address_json' | 'order_status' | 'payment_status' | 'carrier' | 'tracking_number'
>;

export function parcelLabel(
  order: LabelOrder,
  { toPayPaise }: Pick<OrderAmounts, 'toPayPaise'>,
  seller: Pick<ShopSettings, 'name' | 'address'>,
) {
  const to: OrderAddress = JSON.parse(order.address_json);
  const duePaise = dueAtDoorPaise(order, toPayPaise);
  return {
    number: order.number,
    name: to.name,
    /** The address lines without the pincode and the mobile number. */
    address: [...streetLines(to), `${to.city}, ${to.state}`],
    pincode: to.pincode,
    mobile: `+91 ${to.mobile}`,
    /** The name, address and mobile number of the shop. */
    from: senderLines(seller),
    /** The amount that the courier collects. */
    collect: duePaise > 0 ? priceText(duePaise) : undefined,
    /** The carrier and the tracking number. */
    tracking: [order.carrier, order.tracking_number].filter(Boolean).join(' ') || undefined,
  };
}

export function shipToLines(address: OrderAddress): string[] {
  const { name, city, state, pincode, mobile } = address;
  return [name, ...streetLines(address), `${city}, ${state} ${pincode}`, `+91 ${mobile}`];
}

export function senderLines({ name, address }: Pick<ShopSettings, 'name' | 'address'>): string[] {
  return [name, address.address, address.mobile && `+91 ${address.mobile}`].filter(Boolean);
}

/** Returns why an order can't be sent to the customer, or undefined if it can be sent or has been sent. */
export function parcelRefusal({
  order_status: status,
  awaits_confirmation,
}: Pick<OrderRow, 'order_status' | 'awaits_confirmation'>): string | undefined {
  if (awaits_confirmation === 1) return 'waits for the customer’s confirmation';
  if (status !== 'pending' && status !== 'cancelled' && status !== 'returned') return undefined;
  const statusName = STATUS_NAMES[status].toLowerCase();
  return status === 'pending' ? `is ${statusName}: it is not paid yet` : `is ${statusName}: nothing is sent`;
}

function streetLines({ house, street, landmark }: OrderAddress): string[] {
  return [[house, street].filter(Boolean).join(', '), landmark].filter(Boolean);
}
