import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import { secretKeyOf } from '#lib/platform/secret-key.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { addCustomer } from '#support/customers.ts';
import { addRowOwner, MARK, type RowOwner, storedDataOf, storeFiles } from '#support/owned-rows.ts';
import { type Access, ROUTE_ACCESS } from '#support/route-access.ts';
import { fillPlaceholders, methodsOf, pathOf, ROUTE_FILES } from '#support/routes.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { siteRoutes } from '#support/site-routes.ts';
import { smallShop } from '#support/small-shop.ts';

const routes = await siteRoutes();
/** The route files whose responses may depend on the visitor. All other responses are the same for everyone. */
const visitorRoutes = ROUTE_FILES.filter((file) => isPersonal(file) || file.startsWith('public/'));
const REFUSED_STATUSES = [401, 403, 404];

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
    visitorRoutes.filter((file) => !(file in ROUTE_ACCESS)),
    'add these to tests/support/route-access.ts',
  ).toEqual([]);
  expect(
    Object.keys(ROUTE_ACCESS).filter((file) => !visitorRoutes.includes(file)),
    'remove these from tests/support/route-access.ts',
  ).toEqual([]);
});

const endpoints = visitorRoutes.flatMap((file) => {
  const access = ROUTE_ACCESS[file];
  return access ? methodsOf(file).map((method) => ({ method, file, access })) : [];
});

describe.each(endpoints)('$method $file', ({ method, file, access }) => {
  test('neither shows nor changes customer A’s data for a visitor or customer B', async () => {
    const owner = await createOwner();
    const bela = await addCustomer(db, 'Bela Other');
    const dataBefore = await storedDataOf(db, owner.id);
    const visitorResponse = await send(method, file, access, owner);
    const belaResponse = await send(method, file, access, owner, bela.token);
    for (const { text } of [visitorResponse, belaResponse]) {
      expect(text).not.toContain(MARK);
      expect(text).not.toContain(owner.email);
    }
    if (access.audience !== 'everyone') expect(REFUSED_STATUSES).toContain(visitorResponse.status);
    if (access.rowKind) expect(belaResponse.status).toBe(404);
    for (const { status } of [visitorResponse, belaResponse]) expect(status).toBeLessThan(500);
    expect(await storedDataOf(db, owner.id)).toEqual(dataBefore);
  });

  test.runIf(access.audience !== 'everyone')('is available to customer A', async () => {
    const owner = await createOwner();
    const { status, text } = await send(method, file, access, owner, owner.token);
    expect(REFUSED_STATUSES).not.toContain(status);
    expect(status).toBeLessThan(500);
    if (method === 'GET' && !access.hasNoMark) expect(text.includes(MARK) || text.includes(owner.email)).toBe(true);
  });

  test.runIf(access.rowKind === 'order' || access.rowKind === 'exchangeImage')(
    'is not accessible with the tracking link of another order',
    async () => {
      const owner = await createOwner();
      const bela = await createOwner();
      const dataBefore = await storedDataOf(db, owner.id);
      const secretKey = await secretKeyOf(readSettings({ DATA_DIR: data.dir }));
      const otherLink = { ...access, query: `?token=${trackToken(secretKey, bela.rowIds.order)}` };
      const { status, text } = await send(method, file, otherLink, owner);
      expect(REFUSED_STATUSES).toContain(status);
      expect(text).not.toContain(MARK);
      expect(text).not.toContain(owner.email);
      expect(await storedDataOf(db, owner.id)).toEqual(dataBefore);
    },
  );

  // The first response may have been lost, so a repeated request must not look like a failure. Sessions are excluded,
  // because customer A is not logged in after deleting the current session.
  test.runIf(method !== 'GET' && access.rowKind && access.rowKind !== 'session')(
    'gives customer A the same response when a successful request is repeated',
    async () => {
      const owner = await createOwner();
      const firstResponse = await send(method, file, access, owner, owner.token);
      const secondResponse = await send(method, file, access, owner, owner.token);
      if (firstResponse.status >= 300) return;
      expect([secondResponse.status, messageOf(secondResponse.text)]).toEqual([
        firstResponse.status,
        messageOf(firstResponse.text),
      ]);
    },
  );

  test.runIf(method === 'GET' && !access.isShared)('is never cached', async () => {
    const owner = await createOwner();
    const bela = await addCustomer(db, 'Bela Other');
    for (const token of [owner.token, undefined, bela.token, owner.token]) {
      const { headers, text } = await send(method, file, access, owner, token);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('cdn-cache-control') ?? headers.get('cache-tag')).toBeNull();
      // The response to customer A must not come from a cache that serves other visitors.
      if (token !== owner.token) expect(text).not.toContain(MARK);
    }
    expect(routes.isShared(pathOf(file, access, owner.rowIds))).toBe(false);
  });
});

async function createOwner(): Promise<RowOwner> {
  const owner = await addRowOwner(db);
  await storeFiles(db, openFileStore({ dataDir: data.dir }), owner);
  return owner;
}

async function send(method: string, file: string, access: Access, { rowIds, email }: RowOwner, token?: string) {
  const headers: Record<string, string> = { origin: shop.origin, accept: 'application/json, text/html' };
  if (token) headers.cookie = `session=${token}`;
  if (method !== 'GET') headers['content-type'] = 'application/json';
  const path = pathOf(file, access, rowIds) + fillPlaceholders(access.query ?? '', rowIds);
  const body = method === 'GET' ? null : fillPlaceholders(JSON.stringify(access.body ?? {}), { ...rowIds, email });
  const response = await fetch(shop.origin + path, { method, headers, body, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function messageOf(text: string): string {
  return (JSON.parse(text) as { message: string }).message;
}

function isPersonal(file: string): boolean {
  return !routes.isShared(`/${file.replace(/(\/index)?\.(ts|astro)$/, '')}`);
}
