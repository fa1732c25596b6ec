import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { OrderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { isBeingPrepared, isOnTheWay } from '#lib/sales/orders/record/orders.ts';

/** The ways to credit a part of an order. Cancelling the whole order is a separate action. */
export const CREDIT_ACTIONS = ['remove', 'refused', 'lost', 'returned', 'refund'] as const;

export type CreditAction = (typeof CREDIT_ACTIONS)[number];

interface ActionText {
  title: string;
  hint: string;
  button: string;
}

export const CREDIT_ACTION_TEXTS: Readonly<Record<CreditAction, ActionText>> = {
  remove: {
    title: 'Remove items',
    hint: 'Enter the quantities to remove. The items go back into stock; the rest is sent as planned.',
    button: 'Remove the items',
  },
  refused: {
    title: 'Refused at the door',
    hint: 'The whole parcel came back. Its items go back into stock, except those that can’t be sold again.',
    button: 'Record the refused parcel',
  },
  lost: {
    title: 'Lost in transit',
    hint: 'The parcel will not arrive. Nothing goes back into stock, and the customer pays nothing, not even the delivery charge.',
    button: 'Record the lost parcel',
  },
  returned: {
    title: 'Returned',
    hint: 'Enter the quantities that came back. The items go back into stock, except those that can’t be sold again.',
    button: 'Record the return',
  },
  refund: {
    title: 'Refund a part',
    hint: 'The customer keeps the items. Enter an amount or, after shipping, the quantities to refund.',
    button: 'Deduct the amount',
  },
};

const FIELD_NAME = /^(?:line|spoilt)\d{1,3}$|^(?:action|preview|amount|of|delivery)$/;
const FIELD_MAX_CHARACTERS = 20;

/** Returns the fields of the credit form in a URL query. Ignores other fields, and values that are too long. */
export function creditFieldsOf(query: Iterable<[string, string]>): Record<string, string> {
  const fields = [...query].filter(([name, value]) => FIELD_NAME.test(name) && value.length <= FIELD_MAX_CHARACTERS);
  return Object.fromEntries(fields);
}

type OrderState = Pick<OrderRow, 'order_status' | 'payment_status'>;

/** Returns the actions that the state of the order allows, in the sequence in which the page shows them. */
export function creditActionsOf({ order_status, payment_status }: OrderState, amounts: OrderAmounts): CreditAction[] {
  const remainingLines = amounts.lines.filter(({ quantity }) => quantity > 0);
  const isPlaced = payment_status !== 'unpaid' && payment_status !== 'failed';
  const isPossible: Record<CreditAction, boolean> = {
    remove:
      isPlaced &&
      isBeingPrepared(order_status) &&
      (remainingLines.length > 1 || (remainingLines[0]?.quantity ?? 0) > 1),
    refused: isOnTheWay(order_status),
    lost: isOnTheWay(order_status),
    returned: order_status === 'delivered' && remainingLines.length > 0,
    refund: isPlaced && amounts.totalPaise > 0,
  };
  return CREDIT_ACTIONS.filter((action) => isPossible[action]);
}
