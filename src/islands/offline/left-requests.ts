import type { Action } from '#islands/offline/actions.ts';
import { currentCustomer } from '#islands/offline/current-customer.ts';
import { setScriptCookie } from '#islands/ui/script-cookie.client.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

/** An action whose page was left before the response. */
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

/** If the page is left before the response, the next page sends the action again with the same key. */
export async function untilLeft<T>(action: Action, key: string, response: Promise<T>): Promise<T> {
  const customer = currentCustomer();
  const leave = () => {
    store([...leftRequests(), { customer, action, key, sentAt: Date.now() }]);
    markQueue(true);
  };
  addEventListener('pagehide', leave);
  try {
    return await response;
  } finally {
    removeEventListener('pagehide', leave);
  }
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
function store(requests: readonly LeftRequest[]): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(requests));
  } catch {
    // The browser stores nothing.
  }
}
