import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_ROUTES } from '#lib/admin/access/admin-routes.ts';
import { formToken } from '#lib/admin/access/form-token.server.ts';
import { orderPagePath } from '#lib/admin/access/order-access.server.ts';
import { readStaffSession } from '#lib/admin/sign-in/sessions.server.ts';
import { isAllowed, type Permission, ROLE_NAMES, type Role } from '#lib/admin/staff/roles.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { secretKeyOf } from '#lib/platform/secret-key.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { addCustomer } from '#support/customers.ts';
import { insertOrder } from '#support/order-row.ts';
import { root } from '#support/project-root.ts';
import { methodsOf, ROUTE_FILES } from '#support/routes.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { addStaff } from '#support/staff.ts';

type Requester = 'visitor' | 'customer' | 'ended session' | 'enrolling owner' | Role;

const adminFiles = ROUTE_FILES.filter((file) => file.startsWith('admin/'));
const patternOf = (file: string) => `/${file.replace(/(\/index)?\.(ts|astro)$/, '')}`;
const PARAMETER = /\[[^\]]*\]/g;
const ADMIN_SOURCE = /^\/\/ (src\/(?:components|islands|lib|pages)\/admin\/.+)$/gm;
const REQUESTERS: Requester[] = ['visitor', 'customer', 'ended session', 'enrolling owner', ...ROLE_NAMES];

const data = temporaryDir('admin-access');
let db: ShopDatabase;
let shop: ShopProcess;
const cookies = new Map<Requester, string>();

beforeAll(async () => {
  db = await smallShop(data.dir);
  shop = await startShop({ dataDir: data.dir, env: { TRUSTED_PROXIES: '1' } });
  for (const role of ROLE_NAMES) cookies.set(role, `admin=${(await addStaff(db, role)).token}`);
  cookies.set('enrolling owner', `admin=${(await addStaff(db, 'owner', { isEnrolling: true })).token}`);
  const { id, token } = await addStaff(db);
  await db.write.deleteFrom('staff_session').where('staff_id', '=', id).execute();
  cookies.set('ended session', `admin=${token}`);
  cookies.set('customer', `session=${(await addCustomer(db)).token}`);
}, 240_000);

afterAll(async () => {
  await shop.stop();
  await db.close();
  data.remove();
});

test('the route table lists every file in src/pages/admin, and no other file', () => {
  expect(adminFiles.map(patternOf).sort()).toEqual(Object.keys(ADMIN_ROUTES).sort());
});

const cases = adminFiles.flatMap((file) => methodsOf(file).map((method) => ({ method, file })));

describe.each(cases)('$method $file', ({ method, file }) => {
  const pattern = patternOf(file);
  const access = ADMIN_ROUTES[pattern] ?? 'any';
  // A page to which a form is posted responds like an endpoint.
  const isPage = file.endsWith('.astro') && method === 'GET';

  test.each(REQUESTERS)('responds to the %s according to the route table', async (requester) => {
    const isOpen =
      access === 'public' ||
      (access === 'enrolling' && (requester === 'enrolling owner' || isRole(requester))) ||
      (isRole(requester) && access !== 'enrolling' && isAllowed(requester, access));
    const { status, location, text } = await send(method, pattern, cookies.get(requester));
    expect(status).toBeLessThan(500);
    if (isOpen) {
      // An endpoint passes the access check, and rejects the request because a form token or a field is missing.
      expect(location ?? '').not.toContain('/admin/sign-in?');
      expect([401, 403]).not.toContain(status);
      return;
    }
    if (isPage && requester === 'enrolling owner') expect([status, location]).toEqual([303, '/admin/account']);
    else if (isPage && isRole(requester)) expect(status).toBe(403);
    else if (isPage) expect([status, location?.split('?')[0]]).toEqual([303, '/admin/sign-in']);
    else expect(status).toBe(401);
    expect(text).not.toContain('staff.example');
  });
});

function isRole(requester: Requester): requester is Role {
  return (ROLE_NAMES as string[]).includes(requester);
}

test('only roles with the permission see the sales', async () => {
  const salesByRole = await Promise.all(
    ROLE_NAMES.map(async (role) => [
      role,
      (await send('GET', '/admin', cookies.get(role))).text.includes('id="sales"'),
    ]),
  );
  expect(Object.fromEntries(salesByRole)).toEqual({ owner: true, packer: false, writer: false, accountant: true });
});

test('an accountant can print from the list of orders, but not change anything', async () => {
  await insertOrder(db, 'listed', { order_status: 'processing' });
  const { text } = await send('GET', '/admin/orders', cookies.get('accountant'));
  expect(text).toContain('formaction="/admin/print"');
  expect(text).not.toContain('name="action"');
});

describe('the page of an order', () => {
  const isForPackers = (file: string) => isAllowed('packer', ADMIN_ROUTES[patternOf(file)] as Permission);
  const routes = cases.filter(({ file }) => /^admin\/orders\/\[id\]/.test(file) && isForPackers(file));

  test('is “not found” for a packer if the order is closed, and so are the packers’ routes below it', async () => {
    await insertOrder(db, 'closed', { order_status: 'delivered' });
    await insertOrder(db, 'open', { order_status: 'processing' });
    const requestStatus = async (role: Role, method: string, file: string, id: string) =>
      (await send(method, patternOf(file).replace('[id]', id), cookies.get(role))).status;
    expect(routes.length).toBeGreaterThan(3);
    for (const { method, file } of routes) {
      expect([method, file, await requestStatus('packer', method, file, 'closed')]).toEqual([method, file, 404]);
      expect([method, file, await requestStatus('packer', method, file, 'open')]).not.toContain(404);
      expect([method, file, await requestStatus('owner', method, file, 'closed')]).not.toContain(404);
    }
  });

  test('is not shown after a packer’s form if the order is unpaid, but the list of orders is', async () => {
    const locals = (role: Role) => ({ shop: { db }, staff: { role } }) as unknown as App.Locals;
    await insertOrder(db, 'unpaid', { order_status: 'pending' });
    await insertOrder(db, 'placed', { order_status: 'placed' });
    expect(await orderPagePath(locals('packer'), 'unpaid')).toBe('/admin/orders');
    expect(await orderPagePath(locals('packer'), 'placed')).toBe('/admin/orders/placed');
    expect(await orderPagePath(locals('owner'), 'unpaid')).toBe('/admin/orders/unpaid');
  });

  test('adds one audit entry when opened twice, and none when opened without permission', async () => {
    await insertOrder(db, 'read', { order_status: 'processing' });
    const listReadingEntries = () =>
      db.write
        .selectFrom('audit_entry')
        .select('actor_name')
        .where('action', '=', 'read order')
        .where('record_id', '=', 'read')
        .execute();
    for (let times = 0; times < 2; times++) await send('GET', '/admin/orders/read', cookies.get('packer'));
    expect(await listReadingEntries()).toEqual([{ actor_name: 'Test packer' }]);
    await send('GET', '/admin/orders/read', cookies.get('writer'));
    expect(await listReadingEntries()).toHaveLength(1);
  });
});

describe('an admin form', () => {
  const MALLORY = { email: 'mallory@example.in', name: 'Mallory', role: 'owner' };
  const readInvitedStaff = () => db.write.selectFrom('staff').select('id').where('email', '=', MALLORY.email).execute();

  async function readToken(cookie: string): Promise<string> {
    const secretKey = await secretKeyOf(readSettings({ DATA_DIR: data.dir }));
    const session = await readStaffSession({ db, now: Date.now }, cookie.replace('admin=', ''));
    if (!session) throw new Error('The session has ended.');
    return formToken({ secretKey }, session);
  }

  test('is rejected without its token, or with the token of another session', async () => {
    const [ownStaff, otherStaff] = [await addStaff(db), await addStaff(db)];
    const otherToken = await readToken(`admin=${otherStaff.token}`);
    for (const form_token of [undefined, '', 'x', otherToken]) {
      const { status } = await send('POST', '/admin/staff/invite', `admin=${ownStaff.token}`, {
        ...MALLORY,
        form_token,
      });
      expect(status).toBe(422);
    }
    expect(await readInvitedStaff()).toEqual([]);
  });

  test('changes nothing without its token, or from another site, on every route that is not public', async () => {
    const { token } = await addStaff(db);
    const cookie = `admin=${token}`;
    const form_token = await readToken(cookie);
    await insertOrder(db, 'x');
    const forms = cases.filter(({ method, file }) => method !== 'GET' && ADMIN_ROUTES[patternOf(file)] !== 'public');
    expect(forms.length).toBeGreaterThan(30);
    const count = async () => (await db.write.selectFrom('audit_entry').select('id').execute()).length;
    const countBefore = await count();
    for (const { method, file } of forms) {
      // The body is not JSON because forms with files do not accept it.
      const withoutToken = await send(method, patternOf(file), cookie, 'note=x', {
        'content-type': 'application/x-www-form-urlencoded',
      });
      expect([file, withoutToken.status, withoutToken.text]).toEqual([
        file,
        422,
        expect.stringContaining('This form has expired'),
      ]);
      for (const origin of ['https://evil.example', 'null']) {
        const { status } = await send(method, patternOf(file), cookie, { form_token }, { origin });
        expect([file, origin, status]).toEqual([file, origin, 403]);
      }
    }
    expect(await count()).toBe(countBefore);
  });

  test('is rejected from another site', async () => {
    const { token } = await addStaff(db);
    const form_token = await readToken(`admin=${token}`);
    const headers = { origin: 'https://evil.example' };
    const { status } = await send('POST', '/admin/staff/invite', `admin=${token}`, { ...MALLORY, form_token }, headers);
    expect(status).toBe(403);
    expect(await readInvitedStaff()).toEqual([]);
  });

  test('that gives access needs step-up authentication, and works after it', async () => {
    const { token } = await addStaff(db);
    const cookie = `admin=${token}`;
    const form_token = await readToken(cookie);
    await db.write.updateTable('staff_session').set({ confirmed_at: null }).execute();
    expect((await send('POST', '/admin/staff/invite', cookie, { ...MALLORY, form_token })).status).toBe(401);
    const accept = 'text/html';
    const formHeaders = {
      accept,
      'content-type': 'application/x-www-form-urlencoded',
      referer: `${shop.origin}/admin/staff`,
    };
    const form = new URLSearchParams({ ...MALLORY, form_token }).toString();
    const { status, location } = await send('POST', '/admin/staff/invite', cookie, form, formHeaders);
    expect([status, location]).toEqual([303, '/admin/confirm?next=%2Fadmin%2Fstaff']);
    expect(await readInvitedStaff()).toEqual([]);
    await db.write.updateTable('staff_session').set({ confirmed_at: Date.now() }).execute();
    expect((await send('POST', '/admin/staff/invite', cookie, { ...MALLORY, form_token })).status).toBe(200);
    expect(await readInvitedStaff()).toHaveLength(1);
  });
});

test('a staff session does not give access to a customer account, nor a customer session to the admin', async () => {
  const { token } = await addStaff(db);
  const customer = cookies.get('customer')?.replace('session=', 'admin=');
  expect((await send('GET', '/admin', customer)).location).toContain('/admin/sign-in?');
  expect((await send('GET', '/account/profile', `session=${token}`)).status).toBe(401);
  expect((await send('GET', '/account/profile', `admin=${token}`)).status).toBe(401);
});

test('the admin’s start page is neither cached nor indexed', async () => {
  const { headers, text } = await send('GET', '/admin', cookies.get('owner'));
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(text).toContain('<meta name="robots" content="noindex">');
});

test('only the page that scans codes may use the camera and WebAssembly', async () => {
  await insertOrder(db, 'scanned');
  const scanningPage = 'admin/orders/[id]/pack/index.astro';
  for (const file of ROUTE_FILES.filter((route) => route.endsWith('.astro'))) {
    const path = patternOf(file).replace(PARAMETER, file === scanningPage ? 'scanned' : 'x');
    const { headers } = await send('GET', path, cookies.get('owner'));
    const mayScan = file === scanningPage;
    expect([path, headers.get('permissions-policy')?.includes('camera=(self)')]).toEqual([path, mayScan]);
    const policy = headers.get('content-security-policy') ?? '';
    expect([path, policy.includes("'wasm-unsafe-eval'")]).toEqual([path, mayScan]);
    expect(policy).not.toContain("'unsafe-eval'");
  }
});

test('accountants can print invoices, but not shipping labels', async () => {
  await insertOrder(db, 'printed');
  const path = '/admin/print?order=printed';
  const printPage = async (role: Role) => (await send('GET', path, cookies.get(role))).text;
  expect(await printPage('packer')).toContain('Shipping labels');
  expect(await printPage('accountant')).toContain('Invoices');
  expect(await printPage('accountant')).not.toContain('Shipping labels');
  const readLabelsType = async (role: Role) =>
    (await send('GET', `${path}&format=pdf&what=labels`, cookies.get(role))).headers.get('content-type');
  expect(await readLabelsType('packer')).toBe('application/pdf');
  expect(await readLabelsType('accountant')).toContain('text/html');
});

test.each<[string, Record<string, string>]>([
  ['ADMIN=off', { ADMIN: 'off' }],
  ['an ADMIN_ALLOW without this machine', { ADMIN_ALLOW: '203.0.113.0/24, 2001:db8::/48' }],
])('no admin route exists with %s', async (_name, env) => {
  const folder = temporaryDir('admin-off');
  const offDb = await smallShop(folder.dir);
  const { token } = await addStaff(offDb);
  await offDb.close();
  const modules = recordModules(folder.dir);
  const otherShop = await startShop({ dataDir: folder.dir, env: { ...env, ...modules.env } });
  try {
    for (const { method, file } of cases) {
      const path = patternOf(file).replace(PARAMETER, 'x');
      const body = method === 'GET' ? null : '{}';
      const headers = { cookie: `admin=${token}`, origin: otherShop.origin, 'content-type': 'application/json' };
      const { status } = await fetch(otherShop.origin + path, { method, body, headers, redirect: 'manual' });
      expect([method, path, status]).toEqual([method, path, 404]);
    }
    const home = await (await fetch(otherShop.origin)).text();
    expect(home.includes('/admin')).toBe(env.ADMIN !== 'off');
    await otherShop.stop();
    const sources = modules.adminSources();
    expect(sources).toContain('src/lib/admin/access/admin-routes.ts');
    // The route names are needed to reject requests to these routes.
    if (env.ADMIN === 'off') expect(sources).toEqual(['src/lib/admin/access/admin-routes.ts']);
    else expect(sources).toContain('src/lib/admin/access/admit.server.ts');
  } finally {
    await otherShop.stop();
    folder.remove();
  }
});

/**
 * Returns `env`, with which a shop writes the names of its modules to a file when it stops, and `adminSources`, which
 * reads that file and returns the admin's source files in these modules.
 */
function recordModules(folder: string) {
  const file = join(folder, 'modules');
  const reporter = pathToFileURL(join(root, 'tests/support/report-resolved-modules.ts')).href;
  return {
    env: { NODE_OPTIONS: `--import ${reporter}`, RESOLVED_MODULES_FILE: file },
    adminSources: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((url) => url.includes('/dist/') && url.endsWith('.mjs'))
        // The build writes the name of each source before its code.
        .flatMap((url) => [...readFileSync(fileURLToPath(url), 'utf8').matchAll(ADMIN_SOURCE)])
        .map(([, source]) => source),
  };
}

/** The number of requests. Each comes from another network, because a network may send only 600 writes a minute. */
let requestCount = 0;
async function send(
  method: string,
  pattern: string,
  cookie: string | undefined,
  body: object | string = {},
  moreHeaders: Record<string, string> = {},
) {
  requestCount += 1;
  const network = `20.${requestCount % 250}.${Math.floor(requestCount / 250)}.1`;
  const headers: Record<string, string> = {
    ...{ origin: shop.origin, accept: 'application/json', 'x-forwarded-for': network },
    ...moreHeaders,
  };
  if (cookie) headers.cookie = cookie;
  if (method !== 'GET') headers['content-type'] ??= 'application/json';
  const response = await fetch(shop.origin + pattern.replace(PARAMETER, 'x'), {
    method,
    headers,
    body: method === 'GET' ? null : typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
  });
  const { status } = response;
  return { status, headers: response.headers, location: response.headers.get('location'), text: await response.text() };
}
