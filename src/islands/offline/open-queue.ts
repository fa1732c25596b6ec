import { hasQueue } from '#islands/offline/left-requests.ts';

const RETRY_MS = 15_000;

/** Shows and sends what waits for the network, also what waits since another page or tab was used. */
export function openQueue(): void {
  if (!hasQueue()) return;
  import('#islands/offline/queue.ts')
    .then((module) => module.openQueue())
    .catch(() => {
      // Without its code or storage, the next page shows it.
    });
}

/** Once the network may be back. */
export function openQueueLater(): void {
  addEventListener('online', openQueue, { once: true });
  setTimeout(openQueue, RETRY_MS);
}
