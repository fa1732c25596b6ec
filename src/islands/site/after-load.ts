import { MEASURED_PERCENT } from '#lib/platform/settings/measured-views.ts';

if (!import.meta.env.DEV)
  navigator.serviceWorker?.register('/sw.js').catch(() => {
    // A browser that blocks storage has no service worker.
  });
// A share of all page views is measured (product.md, "Web vitals").
if (Math.random() * 100 < Number(document.body.dataset.vitals ?? MEASURED_PERCENT))
  (self.requestIdleCallback ?? setTimeout)(() => import('./vitals.ts'));
