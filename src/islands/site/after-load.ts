import { DEFAULT_MEASURED_PERCENT } from '#lib/platform/settings/measured-percent.ts';

if (!import.meta.env.DEV)
  navigator.serviceWorker?.register('/sw.js').catch(() => {
    // The browser blocks storage, or the network is not available. The shop works without a service worker.
  });
// A share of the page views is measured (product.md, "Web vitals").
if (Math.random() * 100 < Number(document.body.dataset.vitals ?? DEFAULT_MEASURED_PERCENT))
  (self.requestIdleCallback ?? setTimeout)(() => import('./vitals.ts'));
