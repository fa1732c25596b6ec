import type { Action } from '#islands/offline/actions.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

/** The age at which an action is too old to be sent. The server stores idempotency keys for 7 days. */
const MAX_WAIT_MS = 6 * DAY_MS;

export interface WaitingAction {
  id: number;
  /** The idempotency key. */
  key: string;
  /** The customer who made the change (`currentCustomer`); an empty string for a guest. */
  customer: string;
  action: Action;
  queuedAt: number;
  /**
   * The time at which the action was first sent. If there was no response, the action may or may not have been done.
   */
  sentAt?: number | undefined;
  /** The reason why the action was not done. */
  refusal?: string | undefined;
}

export interface MergedAction {
  /** The ids of earlier actions that the merged action replaces. */
  replacedIds: number[];
  action: Action;
}

/**
 * Merges an action with the waiting actions of the same customer. The latest quantity or state replaces earlier
 * quantities or states, and added quantities of the same goods are summed. Actions that have been sent are kept,
 * because they may have been done; refused actions are replaced.
 */
export function mergeAction(waitingActions: readonly WaitingAction[], action: Action): MergedAction {
  const relatedActions = waitingActions.filter(
    (candidate) => isReplaceable(candidate) && subjectOf(candidate.action) === subjectOf(action),
  );
  if (action.kind !== 'add') return { replacedIds: relatedActions.map(({ id }) => id), action };
  const refusedActions = relatedActions.filter(({ refusal }) => refusal !== undefined);
  // An addition commutes with another addition, but not with a new quantity of the same line.
  const lastCartAction = waitingActions.findLast(({ action: { kind } }) => kind !== 'wish' && kind !== 'review');
  const earlierAction =
    lastCartAction && relatedActions.includes(lastCartAction) && !refusedActions.includes(lastCartAction)
      ? lastCartAction
      : undefined;
  const replacedIds = [...refusedActions, ...(earlierAction ? [earlierAction] : [])].map(({ id }) => id);
  return { replacedIds, action: earlierAction ? withAddedQuantity(earlierAction.action, action) : action };
}

function isReplaceable({ sentAt, refusal }: WaitingAction): boolean {
  return sentAt === undefined || refusal !== undefined;
}

type Addition = Extract<Action, { kind: 'add' }>;

function withAddedQuantity(earlierAction: Action, { line, ...action }: Addition): Action {
  const earlierQuantity = earlierAction.kind === 'add' ? earlierAction.line.quantity : 0;
  // Rounded to the nearest centimetre, because 0.1 + 0.2 is not 0.3.
  return { ...action, line: { ...line, quantity: Math.round((earlierQuantity + line.quantity) * 100) / 100 } };
}

/** Returns a key for the object that an action changes. */
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

/** Returns whether the server may have deleted the action's key. The shopper then decides whether to retry. */
export function isTooOld({ queuedAt, sentAt }: Pick<WaitingAction, 'queuedAt' | 'sentAt'>, now: number): boolean {
  return now - (sentAt ?? queuedAt) > MAX_WAIT_MS;
}

/** Returns the text for an action in the list of waiting actions. */
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
