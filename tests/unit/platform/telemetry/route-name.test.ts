import { expect, test } from 'vitest';
import { routeName } from '#lib/platform/telemetry/route-name.ts';
import { siteRoutes } from '#support/site-routes.ts';

const routes = await siteRoutes();

test.each([
  ['/products/blue-kurta?ref=a@b.in', '/products/[slug]'],
  ['/orders/track/secret', '/orders/track/[token]'],
  ['/newsletter/unsubscribe/me%40example.in.token', '/newsletter/unsubscribe/[token]'],
  ['/pictures/abc-320.avif', '/pictures'],
  ['/_astro/shop.js', '/_astro'],
  ['/nowhere/secret', '/…'],
  ['/%E0%A4%A', '/…'],
])('%s is reported as %s', (address, name) => {
  expect(routeName(address, (path) => routes.patternOf(path))).toBe(name);
});
