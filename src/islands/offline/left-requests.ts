import type { Action } from '#islands/offline/actions.ts';
import { currentCustomer } from '#islands/offline/current-customer.ts';
import { setScriptCookie } from '#islands/ui/script-cookie.client.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

/** An action whose page was left before the response, or that the page could not put into the queue. */
interface LeftRequest {
  customer: string;
  action: Action;
  key: string;
  sentAt: number;
}

const NAME = 'left-requests';
const COOKIE_SECONDS = (30 * DAY_MS) / 1000;

/** Whether something waits in this browser: a cookie, because it can be read before any code is loaded. */
export function hasQueue(): boolean {
  return /\bqueue=1/.test(document.cookie);
}

export function markQueue(isWaiting: boolean): void {
  setScriptCookie('queue', '1', isWaiting ? COOKIE_SECONDS : 0);
}

/** If the page is left before the returned function is called, the next page sends the action with the same key. */
export function keepIfLeft(action: Action, key: string): () => void {
  const leave = () => void leaveForNextPage(action, key);
  addEventListener('pagehide', leave);
  return () => removeEventListener('pagehide', leave);
}

/** The next page sends the action with this key. Returns whether the browser could store it. */
export function leaveForNextPage(action: Action, key: string): boolean {
  const others = leftRequests().filter((left) => left.key !== key);
  const isStored = store([...others, { customer: currentCustomer(), action, key, sentAt: Date.now() }]);
  if (isStored) markQueue(true);
  return isStored;
}

/** Of all customers of this browser. */
export function leftRequests(): LeftRequest[] {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? '[]') as LeftRequest[];
  } catch {
    // The browser stores nothing.
    return [];
  }
}

/** Once it waits in the queue. */
export function forgetLeftRequest(key: string): void {
  store(leftRequests().filter((left) => left.key !== key));
}

/** Synchronous, because a page that is left waits for nothing. */
function store(requests: readonly LeftRequest[]): boolean {
  try {
    localStorage.setItem(NAME, JSON.stringify(requests));
    return true;
  } catch {
    // The browser stores nothing.
    return false;
  }
}
