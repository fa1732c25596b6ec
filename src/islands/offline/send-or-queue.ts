import type { Action } from '#islands/offline/actions.ts';
import { openQueueLater } from '#islands/offline/open-queue.ts';
import { hasWaitingActions, storeForNextPage, storeIfPageLeft } from '#islands/offline/pending-requests.ts';
import { type ActionResponse, newIdempotencyKey, queuedResponse, sendAction } from '#islands/offline/send-action.ts';

/**
 * Returns a function that sends the action, because an action may have to be sent after others. If there is no
 * response, or if other actions are queued, the action is queued and sent later with the same idempotency key. If the
 * page is left before there is a response or the action is in the queue, the next page sends the action. The function
 * rejects if there is neither a response nor storage.
 */
export function prepareAction<Data>(action: Action): () => Promise<ActionResponse<Data>> {
  const key = newIdempotencyKey();
  const cancelStoring = storeIfPageLeft(action, key);
  return async () => {
    try {
      return (await send(action, key, cancelStoring)) as ActionResponse<Data>;
    } finally {
      cancelStoring();
    }
  };
}

async function send(action: Action, key: string, onStored: () => void): Promise<ActionResponse<unknown>> {
  const isQueueEmpty = !hasWaitingActions();
  // An offline request never leaves the device, so the action can still be changed.
  const isOffline = !navigator.onLine;
  try {
    if (isQueueEmpty) return await sendAction(action, key);
  } catch {
    // There is no network, or the network's login page was returned instead of a response.
  }
  try {
    const { queueAction } = await import('#islands/offline/queue.ts');
    return await queueAction(action, { key, wasSent: isQueueEmpty && !isOffline, onStored });
  } catch (error) {
    // The queue's code can't be loaded, or its database can't be opened.
    if (!storeForNextPage(action, key)) throw error;
    openQueueLater();
    return queuedResponse();
  }
}
