import { MEASURED_PERCENT } from '#lib/platform/settings/measured-views.ts';

/** What waits until the page has loaded, in a file of its own. */
if (!import.meta.env.DEV)
  navigator.serviceWorker?.register('/sw.js').catch(() => {
    // A browser that stores nothing has no worker.
  });
// A share of all page views measures itself (product.md, "Web vitals").
if (Math.random() * 100 < Number(document.body.dataset.vitals ?? MEASURED_PERCENT))
  (self.requestIdleCallback ?? setTimeout)(() => import('./vitals.ts'));
