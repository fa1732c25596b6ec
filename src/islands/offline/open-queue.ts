import { hasWaitingActions } from '#islands/offline/pending-requests.ts';

const RETRY_MS = 15_000;

/** Shows and sends the waiting actions, including those from earlier pages and other tabs. */
export function openQueue(): void {
  if (!hasWaitingActions()) return;
  import('#islands/offline/queue.ts')
    .then((module) => module.openQueue())
    .catch(() => {
      // If the queue's code or storage is not available, the next page shows the actions.
    });
}

/** Opens the queue when the browser is online again, and after 15 seconds. */
export function openQueueLater(): void {
  addEventListener('online', openQueue, { once: true });
  setTimeout(openQueue, RETRY_MS);
}
