import type { Action } from '#islands/offline/actions.ts';
import { currentCustomer } from '#islands/offline/current-customer.ts';
import { setScriptCookie } from '#islands/ui/script-cookie.client.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

/** An action whose page was left before the response arrived, or that could not be put into the queue. */
interface PendingRequest {
  customer: string;
  action: Action;
  /** The idempotency key. */
  key: string;
  sentAt: number;
}

const STORAGE_KEY = 'left-requests';
const COOKIE_SECONDS = (30 * DAY_MS) / 1000;

/** Returns whether actions are waiting for the network. Reads a cookie, because no other code may be loaded yet. */
export function hasWaitingActions(): boolean {
  return /\bqueue=1/.test(document.cookie);
}

/**
 * Sets the result of `hasWaitingActions`. Includes pending requests: if this page is left before they are in the queue,
 * the next page must send them.
 */
export function setHasWaitingActions(hasQueueContent: boolean): void {
  const isWaiting = hasQueueContent || pendingRequests().length > 0;
  setScriptCookie('queue', '1', isWaiting ? COOKIE_SECONDS : 0);
}

/**
 * Stores the action if the page is left before the returned function is called. The next page then sends the action
 * with the same key.
 */
export function storeIfPageLeft(action: Action, key: string): () => void {
  const onPageHide = () => void storeForNextPage(action, key);
  addEventListener('pagehide', onPageHide);
  return () => removeEventListener('pagehide', onPageHide);
}

/** Stores an action, so that the next page sends it with this key. Returns whether the browser could store it. */
export function storeForNextPage(action: Action, key: string): boolean {
  const otherRequests = pendingRequests().filter((request) => request.key !== key);
  const isStored = storeRequests([...otherRequests, { customer: currentCustomer(), action, key, sentAt: Date.now() }]);
  if (isStored) setHasWaitingActions(true);
  return isStored;
}

/** Returns the requests of all customers of this browser, or none if storage is blocked. */
export function pendingRequests(): PendingRequest[] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]') as PendingRequest[];
  } catch {
    // Storage is blocked.
    return [];
  }
}

/** Removes the request of an action that has been put into the queue. */
export function removePendingRequest(key: string): void {
  storeRequests(pendingRequests().filter((request) => request.key !== key));
}

/**
 * Returns whether the requests were stored. Synchronous, because promises may not settle while a page is being left.
 */
function storeRequests(requests: readonly PendingRequest[]): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(requests));
    return true;
  } catch {
    // Storage is full or blocked.
    return false;
  }
}
