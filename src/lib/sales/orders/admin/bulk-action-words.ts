import type { OrderBulkActionName } from '#lib/platform/db/tables/bulk-actions.ts';
import { countText } from '#lib/primitives/plural.ts';

interface BulkActionWords {
  /** The question in the preview. `count` is the number of orders that would be changed. */
  question(count: number): string;
  /** The text of the button that starts the action for `count` orders. */
  start(count: number): string;
  /** The text of the preview for an order that would be changed. */
  newState: string;
  /** The heading of the result. `doneCount` of the `count` orders were changed. */
  result(doneCount: number, count: number): string;
  /** The result for one order that was changed. */
  done: string;
  /** A note for staff before the action starts. */
  note: string;
}

const ordersText = (count: number) => countText(count, 'order');

export const BULK_ACTION_WORDS: Readonly<Record<OrderBulkActionName, BulkActionWords>> = {
  confirmed: {
    question: (count) => `Did the customers confirm ${ordersText(count)} by phone?`,
    start: (count) => `Record the confirmation of ${ordersText(count)}`,
    newState: 'confirmed by phone',
    result: (doneCount, count) => `${doneCount} of ${ordersText(count)} ${doneCount === 1 ? 'is' : 'are'} confirmed`,
    done: 'Confirmed by phone',
    note: 'The orders can then be packed. No email is sent, and this can’t be undone.',
  },
  processing: moveWords('Processing', 'No email is sent. You can undo it afterwards.'),
  packed: moveWords('Packed', 'No email is sent.'),
  shipped: moveWords('Shipped', 'Customers with an email address get an email, so this can’t be undone.'),
  delivered: moveWords('Delivered', 'Customers with an email address get an email, so this can’t be undone.'),
  placed: moveWords('Placed', 'No email is sent.'),
  cash_received: {
    question: (count) => `Record the cash of ${ordersText(count)} as received?`,
    start: (count) => `Record the cash of ${ordersText(count)}`,
    newState: 'cash received',
    result: (doneCount, count) => `The cash of ${doneCount} of ${ordersText(count)} was received`,
    done: 'Cash received',
    note: 'Compare the sum with the amount that the courier has paid you. No email is sent, and this can’t be undone.',
  },
};

function moveWords(state: string, note: string): BulkActionWords {
  const stateText = state.toLowerCase();
  return {
    question: (count) => `Set ${ordersText(count)} to ${stateText}?`,
    start: (count) => `Set ${ordersText(count)} to ${stateText}`,
    newState: state,
    result: (doneCount, count) => `${doneCount} of ${ordersText(count)} ${doneCount === 1 ? 'is' : 'are'} ${stateText}`,
    done: state,
    note,
  };
}
