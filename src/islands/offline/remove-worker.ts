import { COPIES_CACHE, COPIES_DATABASE, SHELL_CACHE } from '#islands/offline/storage-names.ts';
import { worker } from '#islands/offline/worker-scope.ts';

// This code replaces the service worker if `SERVICE_WORKER` is off. Without a `fetch` listener, pages come from the
// network.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(removeWorker()));

async function removeWorker(): Promise<void> {
  await worker.registration.unregister();
  for (const name of [COPIES_CACHE, SHELL_CACHE]) await caches.delete(name);
  indexedDB.deleteDatabase(COPIES_DATABASE);
}
