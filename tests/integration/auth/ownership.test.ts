import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import { secretKeyOf } from '#lib/platform/secret-key.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { addCustomer } from '#support/customers.ts';
import { addOwner, giveFiles, MARK, type Owned, type Owner, rowsOf } from '#support/owned-things.ts';
import { type Access, ROUTE_ACCESS } from '#support/route-access.ts';
import { filled, methodsOf, pathOf, ROUTE_FILES } from '#support/routes.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { siteRoutes } from '#support/site-routes.ts';
import { smallShop } from '#support/small-shop.ts';

const routes = await siteRoutes();
/** Pages outside these folders are the same for every visitor. */
const files = ROUTE_FILES.filter((file) => isPersonal(file) || file.startsWith('public/'));
const REFUSED = [401, 403, 404];

const data = temporaryDir('ownership');
let db: ShopDatabase;
let shop: ShopProcess;

beforeAll(async () => {
  db = await smallShop(data.dir);
  shop = await startShop({ dataDir: data.dir });
}, 240_000);

afterAll(async () => {
  await shop.stop();
  await db.close();
  data.remove();
});

test('every route that may depend on the visitor declares its audience', () => {
  expect(
    files.filter((file) => !(file in ROUTE_ACCESS)),
    'add these to tests/support/route-access.ts',
  ).toEqual([]);
  expect(
    Object.keys(ROUTE_ACCESS).filter((file) => !files.includes(file)),
    'remove these from tests/support/route-access.ts',
  ).toEqual([]);
});

const known = files.flatMap((file) => {
  const access = ROUTE_ACCESS[file];
  return access ? methodsOf(file).map((method) => ({ method, file, access })) : [];
});

describe.each(known)('$method $file', ({ method, file, access }) => {
  test('shows and changes nothing of A’s for a visitor and for B', async () => {
    const owner = await newOwner();
    const b = await addCustomer(db, 'Bela Other');
    const before = await rowsOf(db, owner.id);
    const asNobody = await send(method, file, access, owner.things);
    const asB = await send(method, file, access, owner.things, b.token);
    for (const { text } of [asNobody, asB]) {
      expect(text).not.toContain(MARK);
      expect(text).not.toContain(owner.email);
    }
    if (access.is !== 'everyone') expect(REFUSED).toContain(asNobody.status);
    if (access.of) expect(asB.status).toBe(404);
    for (const { status } of [asNobody, asB]) expect(status).toBeLessThan(500);
    expect(await rowsOf(db, owner.id)).toEqual(before);
  });

  test.runIf(access.is !== 'everyone')('is available to A', async () => {
    const owner = await newOwner();
    const { status, text } = await send(method, file, access, owner.things, owner.token);
    expect(REFUSED).not.toContain(status);
    expect(status).toBeLessThan(500);
    if (method === 'GET' && !access.tellsLittle) expect(text.includes(MARK) || text.includes(owner.email)).toBe(true);
  });

  test.runIf(access.of === 'order' || access.of === 'exchangeImage')(
    'is not opened by the link of another order',
    async () => {
      const owner = await newOwner();
      const b = await newOwner();
      const before = await rowsOf(db, owner.id);
      const secretKey = await secretKeyOf(readSettings({ DATA_DIR: data.dir }));
      const others = { ...access, query: `?token=${trackToken(secretKey, b.things.order)}` };
      const { status, text } = await send(method, file, others, owner.things);
      expect(REFUSED).toContain(status);
      expect(text).not.toContain(MARK);
      expect(text).not.toContain(owner.email);
      expect(await rowsOf(db, owner.id)).toEqual(before);
    },
  );

  // The first response may have been lost, and a repeated request must not look like a failure. (Whoever has logged out
  // this device is not logged in.)
  test.runIf(method !== 'GET' && access.of && access.of !== 'session')('gives A the same response again', async () => {
    const owner = await newOwner();
    const first = await send(method, file, access, owner.things, owner.token);
    const again = await send(method, file, access, owner.things, owner.token);
    if (first.status >= 300) return;
    expect([again.status, messageOf(again.text)]).toEqual([first.status, messageOf(first.text)]);
  });

  test.runIf(method === 'GET' && !access.isShared)('is never cached', async () => {
    const owner = await newOwner();
    const b = await addCustomer(db, 'Bela Other');
    for (const token of [owner.token, undefined, b.token, owner.token]) {
      const { headers, text } = await send(method, file, access, owner.things, token);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('cdn-cache-control') ?? headers.get('cache-tag')).toBeNull();
      // The response to A is in no cache that serves other visitors.
      if (token !== owner.token) expect(text).not.toContain(MARK);
    }
    expect(routes.isShared(pathOf(file, access, owner.things))).toBe(false);
  });
});

async function newOwner(): Promise<Owner> {
  const owner = await addOwner(db);
  await giveFiles(db, openFileStore({ dataDir: data.dir }), owner);
  return owner;
}

async function send(method: string, file: string, access: Access, things: Owned, token?: string) {
  const headers: Record<string, string> = { origin: shop.origin, accept: 'application/json, text/html' };
  if (token) headers.cookie = `session=${token}`;
  if (method !== 'GET') headers['content-type'] = 'application/json';
  const path = pathOf(file, access, things) + filled(access.query ?? '', things);
  const body = method === 'GET' ? null : filled(JSON.stringify(access.body ?? {}), things);
  const response = await fetch(shop.origin + path, { method, headers, body, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function messageOf(text: string): string {
  return (JSON.parse(text) as { message: string }).message;
}

function isPersonal(file: string): boolean {
  return !routes.isShared(`/${file.replace(/(\/index)?\.(ts|astro)$/, '')}`);
}
