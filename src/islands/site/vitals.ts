import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import type { Vitals } from '#lib/shop/web-vitals/metrics.ts';

const vitals: Vitals = {};
for (const measure of [onCLS, onINP, onLCP, onTTFB])
  measure(({ name, value }) => {
    vitals[name] = value;
  });
// Sends the values of this page view once, when the page is hidden or left. This listener is added after those of
// web-vitals, which report the last values at the same event.
document.addEventListener('visibilitychange', function send() {
  if (document.visibilityState !== 'hidden' || Object.keys(vitals).length === 0) return;
  document.removeEventListener('visibilitychange', send);
  navigator.sendBeacon('/public/web-vitals', new Blob([JSON.stringify(vitals)], { type: 'application/json' }));
});
