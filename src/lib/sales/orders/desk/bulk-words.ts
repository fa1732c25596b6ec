import type { OrderBulkName } from '#lib/platform/db/tables/bulk-actions.ts';
import { plural } from '#lib/primitives/plural.ts';

interface BulkWords {
  /** The question of the preview, for the number of orders that would be changed. */
  question(orders: number): string;
  /** On the button that starts it. */
  start(orders: number): string;
  /** What the preview shows for an order that would be changed. */
  becomes: string;
  /** The heading of the result: so many orders of all were changed. */
  result(done: number, orders: number): string;
  /** The result of one order. */
  done: string;
  /** What to know before it starts. */
  note: string;
}

const counted = (orders: number) => `${orders} ${plural(orders, 'order')}`;

export const BULK_WORDS: Readonly<Record<OrderBulkName, BulkWords>> = {
  confirmed: {
    question: (orders) => `Did the customers confirm ${counted(orders)} by phone?`,
    start: (orders) => `Record the confirmation of ${counted(orders)}`,
    becomes: 'confirmed by phone',
    result: (done, orders) => `${done} of ${counted(orders)} ${done === 1 ? 'is' : 'are'} confirmed`,
    done: 'Confirmed by phone',
    note: 'Then they can be packed. No email is sent, and this can’t be undone.',
  },
  processing: moveWords('Processing', 'No email is sent. You can undo it afterwards.'),
  packed: moveWords('Packed', 'No email is sent.'),
  shipped: moveWords('Shipped', 'Each customer gets an email, so this can’t be undone.'),
  delivered: moveWords('Delivered', 'Each customer gets an email, so this can’t be undone.'),
  placed: moveWords('Placed', 'No email is sent.'),
  cash_received: {
    question: (orders) => `Record the cash of ${counted(orders)} as received?`,
    start: (orders) => `Record the cash of ${counted(orders)}`,
    becomes: 'cash received',
    result: (done, orders) => `The cash of ${done} of ${counted(orders)} was received`,
    done: 'Cash received',
    note: 'Compare the sum with what the courier has paid you. No email is sent, and this can’t be undone.',
  },
};

function moveWords(state: string, note: string): BulkWords {
  const lower = state.toLowerCase();
  return {
    question: (orders) => `Set ${counted(orders)} to ${lower}?`,
    start: (orders) => `Set ${orders} to ${lower}`,
    becomes: state,
    result: (done, orders) => `${done} of ${counted(orders)} ${done === 1 ? 'is' : 'are'} ${lower}`,
    done: state,
    note,
  };
}
