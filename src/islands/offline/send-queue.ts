import type { Action } from '#islands/offline/actions.ts';
import { currentCustomer } from '#islands/offline/current-customer.ts';
import { addMessages, claimNext, refuseAction, releaseClaim, removeAction } from '#islands/offline/queue-store.ts';
import { type ActionResponse, sendAction } from '#islands/offline/send-action.ts';
import { CUSTOMER_HEADER, OTHER_CUSTOMER_STATUS } from '#lib/platform/http/pages/offline-copy.ts';
import type { CartJson } from '#lib/sales/cart/cart-json.ts';

const LOG_IN = 'Please log in, then send this again.';
const NOT_FOUND_STATUS = 404;
const TOO_MANY_REQUESTS_STATUS = 429;

export interface SentQueue {
  /** The responses by the id of the action. */
  responses: Map<number, ActionResponse<unknown>>;
  /** The last cart that the server sent. */
  cart: CartJson | undefined;
}

/** Sends the waiting actions of the current customer in order, until one has no usable response. One tab sends at a time. */
export async function sendQueue(): Promise<SentQueue> {
  // `navigator.locks` is missing without HTTPS. Even then, the keys prevent an action from being done twice.
  return navigator.locks ? navigator.locks.request('queue', sendAll) : sendAll();
}

async function sendAll(): Promise<SentQueue> {
  const sent: SentQueue = { responses: new Map(), cart: undefined };
  const texts = new Map<string, string[]>();
  for (;;) {
    const customer = currentCustomer();
    const waiting = await claimNext(customer, Date.now());
    if (!waiting) break;
    const isOffline = !navigator.onLine;
    const response = await responseTo(waiting.action, waiting.key, customer);
    if (!response) {
      if (isOffline && waiting.isNew) await releaseClaim(waiting);
      break;
    }
    sent.responses.set(waiting.id, response);
    if (!isDone(waiting.action, response)) {
      await refuseAction(waiting, response.httpStatus === OTHER_CUSTOMER_STATUS ? LOG_IN : response.message);
      continue;
    }
    await removeAction(waiting.id);
    const cart = cartOf(waiting.action, response);
    if (!cart) continue;
    sent.cart = cart;
    texts.set(customer, [...(cart.notice ? [cart.notice] : []), ...cart.warnings]);
  }
  for (const [customer, messages] of texts) await addMessages(customer, messages);
  return sent;
}

/** `undefined` if the server did not respond, failed, or was busy, so that the action stays in the queue. */
async function responseTo(action: Action, key: string, customer: string): Promise<ActionResponse<unknown> | undefined> {
  try {
    const response = await sendAction<unknown>(action, key, { [CUSTOMER_HEADER]: customer });
    return response.httpStatus >= 500 || response.httpStatus === TOO_MANY_REQUESTS_STATUS ? undefined : response;
  } catch {
    // No network.
    return undefined;
  }
}

/** A removal is also done if the line no longer exists. */
function isDone({ kind }: Action, { status, httpStatus }: ActionResponse<unknown>): boolean {
  return status === 'success' || (kind === 'remove' && httpStatus === NOT_FOUND_STATUS);
}

function cartOf({ kind }: Action, { data }: ActionResponse<unknown>): CartJson | undefined {
  return kind === 'wish' || kind === 'review' ? undefined : ((data as CartJson | null) ?? undefined);
}
