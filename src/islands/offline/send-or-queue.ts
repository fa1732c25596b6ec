import type { Action } from '#islands/offline/actions.ts';
import { hasQueue, untilLeft } from '#islands/offline/left-requests.ts';
import { newKey, type Sent, sendAction } from '#islands/offline/send-action.ts';

/**
 * Sends the action. Without a response, and while others wait, it joins the queue, which sends it with the same
 * idempotency key. Rejects without a response and without storage.
 */
export async function sendOrQueue<Data>(action: Action): Promise<Sent<Data>> {
  const key = newKey();
  const isFirst = !hasQueue();
  // Such a request never leaves the phone, so the action can still be changed.
  const isOffline = !navigator.onLine;
  try {
    if (isFirst) return await untilLeft(action, key, sendAction<Data>(action, key));
  } catch {
    // No network, or a page of the network instead of a response.
  }
  const { queueAction } = await import('#islands/offline/queue.ts');
  return (await queueAction(action, isFirst && !isOffline ? key : undefined)) as Sent<Data>;
}
