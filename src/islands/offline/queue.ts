import type { Action } from '#islands/offline/actions.ts';
import { currentCustomer } from '#islands/offline/current-customer.ts';
import { pendingRequests, removePendingRequest, setHasWaitingActions } from '#islands/offline/pending-requests.ts';
import { showQueue } from '#islands/offline/queue-notice.ts';
import { $pendingWishlistChanges, $queueResult } from '#islands/offline/queue-results.client.ts';
import {
  addAction,
  readQueue,
  removeAction,
  removeMessage,
  removeOldActions,
  retryAction,
} from '#islands/offline/queue-store.ts';
import { type ActionResponse, queuedResponse } from '#islands/offline/send-action.ts';
import { sendQueue } from '#islands/offline/send-queue.ts';
import type { WaitingAction } from '#islands/offline/waiting-actions.ts';
import { toast } from '#islands/ui/toast.ts';

const ALL_SENT_MESSAGE = 'You are back online. Your waiting actions were sent.';
const SOME_REFUSED_MESSAGE = 'Some waiting actions could not be done. The list at the top of the page shows why.';
/** The time between attempts. The network may come back without an event, for example after a login to Wi-Fi. */
const RETRY_MS = 15_000;

const channel = new BroadcastChannel('queue');
let isWatching = false;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

interface QueuedRequest {
  key: string;
  /** Whether the action was sent but got no response. */
  wasSent: boolean;
  onStored(): void;
}

/**
 * Stores an action, and sends the queue unless the device is offline or the action has just failed. Returns the
 * server's response, or a response with `QUEUED_STATUS`. Rejects if storage is not available.
 */
export async function queueAction(
  action: Action,
  { key, wasSent, onStored }: QueuedRequest,
): Promise<ActionResponse<unknown>> {
  const now = Date.now();
  const id = await addAction(currentCustomer(), action, now, { key, sentAt: wasSent ? now : undefined });
  onStored();
  setHasWaitingActions(true);
  // If this action has just failed, sending it again would fail, too.
  const { responses } = !wasSent && navigator.onLine ? await send() : { responses: new Map() };
  watchQueue();
  const response = responses.get(id);
  // The control that was pressed shows the refusal.
  if (response && response.status !== 'success') await removeAction(id);
  await renderQueue();
  return response ?? queuedResponse();
}

/**
 * Shows the waiting actions. Sends them immediately, every 15 seconds, when the network is back, and when the page is
 * shown again.
 */
export async function openQueue(): Promise<void> {
  await removeOldActions(currentCustomer(), Date.now());
  await renderQueue();
  watchQueue();
  // Pending requests are probably done already, so only their refusals are shown.
  const pendingIds = new Set<number>();
  for (const { customer, action, key, sentAt } of pendingRequests()) {
    pendingIds.add(await addAction(customer, action, sentAt, { key, sentAt }));
    removePendingRequest(key);
  }
  await sendAndReport(pendingIds);
}

function watchQueue(): void {
  if (isWatching) return;
  isWatching = true;
  addEventListener('online', () => void sendAndReport());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void sendAndReport());
  channel.addEventListener('message', () => void renderQueue());
}

async function sendAndReport(silentIds: ReadonlySet<number> = new Set()): Promise<void> {
  const { responses } = await send();
  const reportedResponses = [...responses].filter(([id, { status }]) => !silentIds.has(id) || status !== 'success');
  if (reportedResponses.length === 0) return;
  const isRefused = reportedResponses.some(([, { status }]) => status !== 'success');
  toast(isRefused ? SOME_REFUSED_MESSAGE : ALL_SENT_MESSAGE, isRefused ? 'failed' : 'done');
}

async function send() {
  const sendResult = await sendQueue();
  if (sendResult.responses.size > 0) {
    $queueResult.set({ cart: sendResult.cart });
    channel.postMessage('changed');
  }
  await renderQueue();
  return sendResult;
}

async function renderQueue(): Promise<void> {
  const customer = currentCustomer();
  const { actions, messages } = await readQueue(customer);
  setHasWaitingActions(actions.length + messages.length > 0);
  const ownActions = actions.filter((waitingAction) => waitingAction.customer === customer);
  $pendingWishlistChanges.set(pendingWishlistChanges(ownActions));
  clearTimeout(retryTimer);
  if (ownActions.some(({ refusal }) => refusal === undefined))
    retryTimer = setTimeout(() => void sendAndReport(), RETRY_MS);
  // A guest who has logged in decides what happens to the actions from before the login.
  const shownActions = actions.filter(
    ({ customer: actionCustomer }) => actionCustomer === customer || actionCustomer === '',
  );
  showQueue(shownActions, messages, {
    customer,
    discard: (id) => changeQueue(() => removeAction(id)),
    retry: (id) => changeQueue(() => retryAction(id, currentCustomer(), Date.now())).then(() => sendAndReport()),
    dismiss: (id) => changeQueue(() => removeMessage(id)),
  });
}

async function changeQueue(change: () => Promise<void>): Promise<void> {
  await change();
  await renderQueue();
  channel.postMessage('changed');
}

function pendingWishlistChanges(actions: readonly WaitingAction[]): ReadonlyMap<string, boolean> {
  return new Map(
    actions.flatMap(({ action, refusal }) =>
      action.kind === 'wish' && refusal === undefined ? [[action.product, action.isWanted]] : [],
    ),
  );
}
