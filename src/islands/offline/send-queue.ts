import type { Action } from '#islands/offline/actions.ts';
import { currentCustomer } from '#islands/offline/current-customer.ts';
import {
  addMessages,
  claimNextAction,
  refuseAction,
  releaseClaim,
  removeAction,
} from '#islands/offline/queue-store.ts';
import { type ActionResponse, sendAction } from '#islands/offline/send-action.ts';
import { CUSTOMER_HEADER, OTHER_CUSTOMER_STATUS } from '#lib/platform/http/pages/offline-copy.ts';
import type { CartJson } from '#lib/sales/cart/cart-json.ts';

const LOG_IN = 'Please log in, then send the action again.';
const NOT_FOUND_STATUS = 404;
const TOO_MANY_REQUESTS_STATUS = 429;

export interface SendResult {
  /** The responses by action id. */
  responses: Map<number, ActionResponse<unknown>>;
  /** The last cart that the server sent. */
  cart: CartJson | undefined;
}

/**
 * Sends the waiting actions of the current customer in order, until an action gets no usable response. Only one tab
 * sends at a time.
 */
export async function sendQueue(): Promise<SendResult> {
  // `navigator.locks` is missing without HTTPS. Even then, the keys prevent an action from being done twice.
  return navigator.locks ? navigator.locks.request('queue', sendAll) : sendAll();
}

async function sendAll(): Promise<SendResult> {
  const sendResult: SendResult = { responses: new Map(), cart: undefined };
  const messagesByCustomer = new Map<string, string[]>();
  for (;;) {
    const customer = currentCustomer();
    const waitingAction = await claimNextAction(customer, Date.now());
    if (!waitingAction) break;
    const isOffline = !navigator.onLine;
    const response = await responseTo(waitingAction.action, waitingAction.key, customer);
    if (!response) {
      if (isOffline && waitingAction.isNew) await releaseClaim(waitingAction);
      break;
    }
    sendResult.responses.set(waitingAction.id, response);
    if (!isDone(waitingAction.action, response)) {
      await refuseAction(waitingAction, response.httpStatus === OTHER_CUSTOMER_STATUS ? LOG_IN : response.message);
      continue;
    }
    await removeAction(waitingAction.id);
    const cart = cartOf(waitingAction.action, response);
    if (!cart) continue;
    sendResult.cart = cart;
    messagesByCustomer.set(customer, [...(cart.notice ? [cart.notice] : []), ...cart.warnings]);
  }
  for (const [customer, messages] of messagesByCustomer) await addMessages(customer, messages);
  return sendResult;
}

/** Returns `undefined` if the server did not respond, failed, or was busy, so that the action stays in the queue. */
async function responseTo(action: Action, key: string, customer: string): Promise<ActionResponse<unknown> | undefined> {
  try {
    const response = await sendAction<unknown>(action, key, { [CUSTOMER_HEADER]: customer });
    return response.httpStatus >= 500 || response.httpStatus === TOO_MANY_REQUESTS_STATUS ? undefined : response;
  } catch {
    // There is no network, or no JSON response in time.
    return undefined;
  }
}

/** Returns whether the action is done. A removal is also done if the line no longer exists. */
function isDone({ kind }: Action, { status, httpStatus }: ActionResponse<unknown>): boolean {
  return status === 'success' || (kind === 'remove' && httpStatus === NOT_FOUND_STATUS);
}

function cartOf({ kind }: Action, { data }: ActionResponse<unknown>): CartJson | undefined {
  return kind === 'wish' || kind === 'review' ? undefined : ((data as CartJson | null) ?? undefined);
}
