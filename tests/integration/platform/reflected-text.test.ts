import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { addRowOwner, MARK, type RowOwner } from '#support/owned-rows.ts';
import { ROUTE_ACCESS } from '#support/route-access.ts';
import { methodsOf, pathOf, ROUTE_FILES, routeSource } from '#support/routes.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

/**
 * The length of a compressed response reveals how similar two parts of it are (BREACH). So a response with personal
 * data must not contain text from its address, which another site can choose.
 */
const INJECTED_TEXT = 'zq7kreflected';
const COMMON_PARAMETERS = [
  'q',
  'search',
  'page',
  'next',
  'back',
  'step',
  'email',
  'code',
  'coupon',
  'message',
  'name',
  'unknown',
];

/** These pages have no personal data: a form with a token from an email, and the filter of the demo's mailbox. */
const PAGES_REPEATING_THEIR_ADDRESS = new Set(['login/link.astro', 'demo/mailbox/index.astro']);

const data = temporaryDir('reflected-text');
let db: ShopDatabase;
let shop: ShopProcess;
let owner: RowOwner;

beforeAll(async () => {
  db = await smallShop(data.dir);
  owner = await addRowOwner(db);
  shop = await startShop({ dataDir: data.dir });
});

afterAll(async () => {
  await shop?.stop();
  await db?.close();
  data.remove();
});

const personalRoutes = Object.entries(ROUTE_ACCESS)
  .filter(([file, { isShared }]) => !isShared && ROUTE_FILES.includes(file) && methodsOf(file).includes('GET'))
  .map(([file, access]) => ({ file, access }));

test.each(personalRoutes)('the response of $file does not repeat text from the address', async ({ file, access }) => {
  const routeParameters = [...routeSource(file).matchAll(/searchParams\.get\('(\w+)'\)/g)].map(([, name = '']) => name);
  const query = [...new Set([...COMMON_PARAMETERS, ...routeParameters])]
    .map((name) => `${name}=${INJECTED_TEXT}`)
    .join('&');
  const address = `${shop.origin}${pathOf(file, access, owner.rowIds)}?${query}`;
  const response = await fetch(address, { headers: { cookie: `session=${owner.token}` }, redirect: 'manual' });
  const text = await response.text();
  expect(response.status).toBeLessThan(500);
  expect(text.length > 0 || response.headers.has('location')).toBe(true);
  const isPersonal = text.includes(MARK) || text.includes(owner.email);
  expect(isPersonal && text.includes(INJECTED_TEXT)).toBe(false);
  if (!PAGES_REPEATING_THEIR_ADDRESS.has(file)) expect(text.includes(INJECTED_TEXT)).toBe(false);
});
