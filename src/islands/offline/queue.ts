import type { Action } from '#islands/offline/actions.ts';
import { currentCustomer } from '#islands/offline/current-customer.ts';
import { forgetLeftRequest, leftRequests, markQueue } from '#islands/offline/left-requests.ts';
import { showQueue } from '#islands/offline/queue-notice.ts';
import { $sent, $waitingWishes } from '#islands/offline/queue-results.client.ts';
import {
  addAction,
  readQueue,
  removeAction,
  removeNews,
  removeOldActions,
  retryAction,
} from '#islands/offline/queue-store.ts';
import { queuedResponse, type Sent } from '#islands/offline/send-action.ts';
import { sendQueue } from '#islands/offline/send-queue.ts';
import type { WaitingAction } from '#islands/offline/waiting-actions.ts';
import { toast } from '#islands/ui/toast.ts';

const ALL_SENT = 'You are back online. What waited was sent.';
const SOME_REFUSED = 'Some of what waited could not be done. The list at the top of the page says why.';
/** A network may come back without an event, for example after a login to a Wi-Fi. */
const RETRY_MS = 15_000;

const channel = new BroadcastChannel('queue');
let isWatching = false;
let retry: ReturnType<typeof setTimeout> | undefined;

interface QueuedRequest {
  key: string;
  /** Whether it was sent without a response. */
  wasSent: boolean;
  onStored(): void;
}

/**
 * Stores an action and sends the queue. Returns the response, or one with `QUEUED_STATUS`. Rejects without storage.
 */
export async function queueAction(action: Action, { key, wasSent, onStored }: QueuedRequest): Promise<Sent<unknown>> {
  const now = Date.now();
  const id = await addAction(currentCustomer(), action, now, { key, sentAt: wasSent ? now : undefined });
  onStored();
  markQueue(true);
  // The first action has just failed.
  const { responses } = !wasSent && navigator.onLine ? await send() : { responses: new Map() };
  watchQueue();
  const response = responses.get(id);
  // The control that was pressed shows the refusal.
  if (response && response.status !== 'success') await removeAction(id);
  await show();
  return response ?? queuedResponse();
}

/** Sends what waits now, when the network is back, and when the page is shown again. */
export async function openQueue(): Promise<void> {
  await removeOldActions(currentCustomer(), Date.now());
  await show();
  watchQueue();
  // They are probably done already, so only refusals are shown.
  const left = new Set<number>();
  for (const { customer, action, key, sentAt } of leftRequests()) {
    left.add(await addAction(customer, action, sentAt, { key, sentAt }));
    forgetLeftRequest(key);
  }
  await sendAndTell(left);
}

function watchQueue(): void {
  if (isWatching) return;
  isWatching = true;
  addEventListener('online', () => void sendAndTell());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void sendAndTell());
  channel.addEventListener('message', () => void show());
}

async function sendAndTell(silent: ReadonlySet<number> = new Set()): Promise<void> {
  const { responses } = await send();
  const reported = [...responses].filter(([id, { status }]) => !silent.has(id) || status !== 'success');
  if (reported.length === 0) return;
  const isRefused = reported.some(([, { status }]) => status !== 'success');
  toast(isRefused ? SOME_REFUSED : ALL_SENT, isRefused ? 'failed' : 'done');
}

async function send() {
  const sent = await sendQueue();
  if (sent.responses.size > 0) {
    $sent.set({ cart: sent.cart });
    channel.postMessage('changed');
  }
  await show();
  return sent;
}

async function show(): Promise<void> {
  const customer = currentCustomer();
  const { actions, news } = await readQueue(customer);
  markQueue(actions.length + news.length > 0);
  const own = actions.filter((waiting) => waiting.customer === customer);
  $waitingWishes.set(waitingWishes(own));
  clearTimeout(retry);
  if (own.some(({ refusal }) => refusal === undefined)) retry = setTimeout(() => void sendAndTell(), RETRY_MS);
  // A guest who has logged in decides what happens to the actions from before.
  const shown = actions.filter((waiting) => waiting.customer === customer || waiting.customer === '');
  showQueue(shown, news, {
    customer,
    discard: (id) => changeQueue(() => removeAction(id)),
    retry: (id) => changeQueue(() => retryAction(id, currentCustomer(), Date.now())).then(() => sendAndTell()),
    dismiss: (id) => changeQueue(() => removeNews(id)),
  });
}

async function changeQueue(change: () => Promise<void>): Promise<void> {
  await change();
  await show();
  channel.postMessage('changed');
}

function waitingWishes(waiting: readonly WaitingAction[]): ReadonlyMap<string, boolean> {
  return new Map(
    waiting.flatMap(({ action, refusal }) =>
      action.kind === 'wish' && refusal === undefined ? [[action.product, action.isWanted]] : [],
    ),
  );
}
