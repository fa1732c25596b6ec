import type { Action } from '#islands/offline/actions.ts';
import { hasQueue, keepIfLeft, leaveForNextPage } from '#islands/offline/left-requests.ts';
import { openQueueLater } from '#islands/offline/open-queue.ts';
import { newKey, queuedResponse, type Sent, sendAction } from '#islands/offline/send-action.ts';

/**
 * Sends the action. Without a response, and while others wait, it joins the queue, which sends it with the same
 * idempotency key. Rejects without a response and without storage.
 */
export function sendOrQueue<Data>(action: Action): Promise<Sent<Data>> {
  return senderOf<Data>(action)();
}

/**
 * Returns a function that does the same, for an action that follows others. If the page is left before the response, and
 * before the action is in the queue, the next page sends it.
 */
export function senderOf<Data>(action: Action): () => Promise<Sent<Data>> {
  const key = newKey();
  const release = keepIfLeft(action, key);
  return async () => {
    try {
      return (await send(action, key, release)) as Sent<Data>;
    } finally {
      release();
    }
  };
}

async function send(action: Action, key: string, onStored: () => void): Promise<Sent<unknown>> {
  const isFirst = !hasQueue();
  // Such a request never leaves the phone, so the action can still be changed.
  const isOffline = !navigator.onLine;
  try {
    if (isFirst) return await sendAction(action, key);
  } catch {
    // No network, or a page of the network instead of a response.
  }
  try {
    const { queueAction } = await import('#islands/offline/queue.ts');
    return await queueAction(action, { key, wasSent: isFirst && !isOffline, onStored });
  } catch (error) {
    // The queue's code can't be loaded, or its database can't be opened.
    if (!leaveForNextPage(action, key)) throw error;
    openQueueLater();
    return queuedResponse();
  }
}
