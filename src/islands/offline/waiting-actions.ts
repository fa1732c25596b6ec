import type { Action } from '#islands/offline/actions.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

/** The server stores idempotency keys for 7 days. */
const MAX_WAIT_MS = 6 * DAY_MS;

export interface WaitingAction {
  id: number;
  /** The idempotency key. */
  key: string;
  /** The customer whose action it is (`customerOf`); empty for a guest. */
  customer: string;
  action: Action;
  queuedAt: number;
  /** When it was first sent. Without a response, it may or may not have been done. */
  sentAt?: number | undefined;
  /** Why it was not done. */
  refusal?: string | undefined;
}

export interface MergedAction {
  /** The ids of earlier actions that it replaces. */
  replaced: number[];
  action: Action;
}

/**
 * Merges an action with those that wait for the same customer. The latest quantity or state replaces earlier ones, and
 * additions of the same goods add up. Actions that have been sent stay, because they may have been done; refused ones
 * are replaced.
 */
export function mergeAction(waiting: readonly WaitingAction[], action: Action): MergedAction {
  const same = waiting.filter((earlier) => isReplaceable(earlier) && subjectOf(earlier.action) === subjectOf(action));
  if (action.kind !== 'add') return { replaced: same.map(({ id }) => id), action };
  const refused = same.filter(({ refusal }) => refusal !== undefined);
  // An addition commutes with another one, but not with a new quantity of the same line.
  const last = waiting.findLast(({ action: { kind } }) => kind !== 'wish' && kind !== 'review');
  const earlier = last && same.includes(last) && !refused.includes(last) ? last : undefined;
  const replaced = [...refused, ...(earlier ? [earlier] : [])].map(({ id }) => id);
  return { replaced, action: earlier ? withAddedQuantity(earlier.action, action) : action };
}

function isReplaceable({ sentAt, refusal }: WaitingAction): boolean {
  return sentAt === undefined || refusal !== undefined;
}

type Addition = Extract<Action, { kind: 'add' }>;

function withAddedQuantity(earlier: Action, { line, ...action }: Addition): Action {
  const before = earlier.kind === 'add' ? earlier.line.quantity : 0;
  // Rounded to a centimetre, because 0.1 + 0.2 is not 0.3.
  return { ...action, line: { ...line, quantity: Math.round((before + line.quantity) * 100) / 100 } };
}

/** What an action changes. */
function subjectOf(action: Action): string {
  switch (action.kind) {
    case 'wish':
      return `wish ${action.product}`;
    case 'review':
      return `review ${action.fields.product}`;
    case 'quantity':
    case 'remove':
      return `line ${action.line}`;
    case 'add': {
      const { quantity: _, seen_price: __, ...goods } = action.line;
      return `add ${JSON.stringify(Object.entries(goods).sort())}`;
    }
  }
}

/** The shopper decides about an action whose key the server may have deleted. */
export function isTooOld({ queuedAt, sentAt }: Pick<WaitingAction, 'queuedAt' | 'sentAt'>, now: number): boolean {
  return now - (sentAt ?? queuedAt) > MAX_WAIT_MS;
}

/** The text of an action in the list. */
export function actionText(action: Action): string {
  const { name } = action;
  switch (action.kind) {
    case 'wish':
      return action.isWanted ? `Add to wishlist: ${name}` : `Remove from wishlist: ${name}`;
    case 'add':
      return `Add to cart: ${name}, quantity ${action.line.quantity}`;
    case 'quantity':
      return `Quantity ${action.quantity}: ${name}`;
    case 'remove':
      return `Remove from cart: ${name}`;
    case 'review':
      return `Review: ${name}`;
  }
}
