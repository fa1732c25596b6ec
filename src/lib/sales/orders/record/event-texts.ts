/** The titles of the events in an order's history, for the admin and the command line. */
const TITLES = {
  pending: 'Placed, waiting for payment',
  placed: 'Placed',
  confirmed: 'Cash order confirmed',
  confirmation_reminded: 'Reminded to confirm the cash order',
  not_confirmed: 'Not confirmed in time, so the order was cancelled',
  processing: 'Confirmed: the order is being prepared',
  shipped: 'Shipped',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  partly_cancelled: 'Items removed',
  refused: 'The parcel was refused and came back',
  returned: 'All items came back',
  partly_returned: 'Some items came back',
  lost: 'The parcel was lost in transit',
  credited: 'An amount was taken off',
  refunded: 'Refund sent',
  refund_failed: 'A refund failed, so it is due again',
  refund_not_due: 'The gateway refunded more than was due',
  paid: 'Paid',
  payment_failed: 'A payment failed',
  too_late: 'Paid after the order was cancelled',
  wrong_amount: 'Wrong amount paid, not counted',
  paid_twice: 'Paid twice',
  paid_at_door: 'Paid online for a cash order',
  released: 'Not paid in time, so the items are back in stock',
  let_go: 'The payment was postponed, so the items are back in stock',
  held_again: 'The items were reserved again for the payment',
  exchange_requested: 'Exchange requested',
  exchange_approved: 'Exchange approved',
  exchange_received: 'Items of the exchange received',
  exchange_shipped: 'New items of the exchange shipped',
  exchange_delivered: 'New items of the exchange delivered',
  exchange_declined: 'Exchange declined',
  exchange_expired: 'Exchange expired: the items did not arrive in time',
  address_corrected: 'Address corrected',
  business_corrected: 'Business buyer corrected',
  tracking_corrected: 'Tracking number corrected',
  mail_resent: 'Email sent again',
  message_sent: 'Note to the customer',
  payment_link_sent: 'Payment link sent',
  undone: 'Undone',
  price_set: 'Price changed by hand',
  packed: 'Packed',
  unpacked: 'Packing undone',
  cash_received: 'Cash received from the courier',
  shipment_booked: 'Parcel booked with the courier',
  shipment_cancelled: 'Booking with the courier cancelled',
  undelivered: 'The parcel could not be delivered',
  undelivered_answered: 'Instructions sent to the courier',
  coming_back: 'The parcel is on its way back',
  came_back: 'The courier has brought the parcel back',
} as const;

export type OrderEventKind = keyof typeof TITLES;

const CANCELLED_BY: Readonly<Record<string, string>> = { customer: 'by the customer', shop: 'by the shop' };

/**
 * Returns the title and the detail of an event. If only older versions of the program wrote events of this kind, the
 * title is the name of the kind.
 */
export function describeEvent(kind: string, detail: string | null): { title: string; detail: string | null } {
  const titles: Readonly<Partial<Record<string, string>>> = TITLES;
  const title = titles[kind] ?? kind.replaceAll('_', ' ');
  return { title, detail: kind === 'cancelled' ? (CANCELLED_BY[detail ?? ''] ?? detail) : detail };
}
