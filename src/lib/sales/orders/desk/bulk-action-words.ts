import type { OrderBulkActionName } from '#lib/platform/db/tables/bulk-actions.ts';
import { countText } from '#lib/primitives/plural.ts';

interface BulkActionWords {
  /** The question of the preview, for the number of orders that would be changed. */
  question(orders: number): string;
  /** The text of the button that starts the action. */
  start(orders: number): string;
  /** The text of the preview for an order that would be changed. */
  becomes: string;
  /** The heading of the result: `done` of all orders were changed. */
  result(done: number, orders: number): string;
  /** The result for one order that was changed. */
  done: string;
  /** A note for staff before the action starts. */
  note: string;
}

const orderCount = (orders: number) => countText(orders, 'order');

export const BULK_ACTION_WORDS: Readonly<Record<OrderBulkActionName, BulkActionWords>> = {
  confirmed: {
    question: (orders) => `Did the customers confirm ${orderCount(orders)} by phone?`,
    start: (orders) => `Record the confirmation of ${orderCount(orders)}`,
    becomes: 'confirmed by phone',
    result: (done, orders) => `${done} of ${orderCount(orders)} ${done === 1 ? 'is' : 'are'} confirmed`,
    done: 'Confirmed by phone',
    note: 'Then they can be packed. No email is sent, and this can’t be undone.',
  },
  processing: moveWords('Processing', 'No email is sent. You can undo it afterwards.'),
  packed: moveWords('Packed', 'No email is sent.'),
  shipped: moveWords('Shipped', 'Customers with an email address get an email, so this can’t be undone.'),
  delivered: moveWords('Delivered', 'Customers with an email address get an email, so this can’t be undone.'),
  placed: moveWords('Placed', 'No email is sent.'),
  cash_received: {
    question: (orders) => `Record the cash of ${orderCount(orders)} as received?`,
    start: (orders) => `Record the cash of ${orderCount(orders)}`,
    becomes: 'cash received',
    result: (done, orders) => `The cash of ${done} of ${orderCount(orders)} was received`,
    done: 'Cash received',
    note: 'Compare the sum with what the courier has paid you. No email is sent, and this can’t be undone.',
  },
};

function moveWords(state: string, note: string): BulkActionWords {
  const lower = state.toLowerCase();
  return {
    question: (orders) => `Set ${orderCount(orders)} to ${lower}?`,
    start: (orders) => `Set ${orders} to ${lower}`,
    becomes: state,
    result: (done, orders) => `${done} of ${orderCount(orders)} ${done === 1 ? 'is' : 'are'} ${lower}`,
    done: state,
    note,
  };
}
