import { COPIES, DATABASE, SHELL } from '#islands/offline/storage-names.ts';
import { worker } from '#islands/offline/worker-scope.ts';

/** Replaces the service worker if `SERVICE_WORKER` is off. Without a `fetch` listener, pages come from the network. */
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(remove()));

async function remove(): Promise<void> {
  await worker.registration.unregister();
  for (const name of [COPIES, SHELL]) await caches.delete(name);
  indexedDB.deleteDatabase(DATABASE);
}
