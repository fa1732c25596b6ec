import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { HOME } from '#support/order-fixture.ts';
import { addRowOwner, type RowOwner } from '#support/owned-rows.ts';
import { rawRequest, rawStatus } from '#support/raw-request.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const data = temporaryDir('request-log');
const CODE = /^\d{8}$/m;
const PERSON = { name: 'Zubeida Quxwala', email: 'zubeida.quxwala@example.in', mobile: '9123456780' };
const GUEST = { email: 'guest.of.the.log@example.in', mobile: '9234567801' };
let db: ShopDatabase;
let shop: ShopProcess;
let owner: RowOwner;

interface LogLine {
  level: number;
  msg?: string;
  class?: string;
  failure?: string;
  route?: string;
  status?: number;
  requestId?: string;
  err?: { stack: string[] };
}

beforeAll(async () => {
  db = await smallShop(data.dir);
  owner = await addRowOwner(db);
  const env = { CODE_DIGITS: '8', LOG_LEVEL: 'trace', ACCESS_LOG_ONE_IN: '1', SMTP_URL: 'smtp://127.0.0.1:1' };
  shop = await startShop({ dataDir: data.dir, env });
});

afterAll(async () => {
  await shop?.stop();
  await db?.close();
  data.remove();
});

async function send(path: string, body?: object, extraHeaders: Record<string, string> = {}): Promise<Response> {
  const headers = { accept: 'text/html, application/json', 'content-type': 'application/json', ...extraHeaders };
  return fetch(shop.origin + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, origin: shop.origin },
    redirect: 'manual',
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

/** Observes the shop's output from now on. */
function observeOutput(): { text(): string; failures(): LogLine[]; requests(): LogLine[] } {
  const startOffset = shop.output().length;
  const text = () => shop.output().slice(startOffset);
  const readLines = () =>
    text()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine);
  return {
    text,
    failures: () => readLines().filter(({ failure, level }) => failure !== undefined || level >= 50),
    requests: () => readLines().filter(({ msg }) => msg === 'request'),
  };
}

/** Renames a table during the work, so that everything that reads the table fails, as if there were a bug. */
async function withoutTable(table: string, work: () => Promise<void>): Promise<void> {
  await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_away`)}`.execute(db.write);
  try {
    await work();
  } finally {
    await sql`alter table ${sql.table(`${table}_away`)} rename to ${sql.table(table)}`.execute(db.write);
  }
}

const ownerHeaders = () => ({ cookie: `session=${owner.token}` });

test.each([
  ['a personal page', 'wishlist_entry', '/account/wishlist', '/account/wishlist'],
  ['a page at a secret address', 'orders', 'track', '/orders/track/[token]'],
  ['a shared page', 'product', '/products/loom-kurta', '/products/[slug]'],
  ['an endpoint', 'wishlist_entry', '/public/wishlist', '/public/wishlist'],
])(
  'a failure of %s logs one line with the request ID from the page and without secrets',
  async (_description, table, path, route) => {
    const log = observeOutput();
    const secretKey = readFileSync(join(data.dir, 'secret-key'), 'utf8');
    const address = path === 'track' ? `/orders/track/${trackToken(secretKey, owner.rowIds.order)}` : path;
    let errorPage = '';
    await withoutTable(table, async () => {
      const response = await send(address, undefined, ownerHeaders());
      expect(response.status).toBe(500);
      errorPage = await response.text();
    });
    await expect.poll(() => log.failures()).toHaveLength(1);
    const [line] = log.failures();
    expect(line).toMatchObject({ level: 50, failure: 'bug', route, status: 500 });
    expect(line?.err?.stack.length).toBeGreaterThan(0);
    expect(errorPage).toContain(line?.requestId);
    if (path === 'track') expect(log.text()).not.toContain(owner.rowIds.order);
  },
);

test('the access log has route patterns but no addresses, and the same request ID as the error log', async () => {
  // Output from the previous test may still arrive.
  await wait(200);
  const log = observeOutput();
  const paths = ['/products/loom-kurta?ref=a@b.in', '/products/loom-kurta', '/orders/track/secret', '/nowhere/secret'];
  for (const path of paths) await send(path);
  await withoutTable('wishlist_entry', async () => void (await send('/account/wishlist', undefined, ownerHeaders())));
  await rawStatus(shop.port, rawRequest('GET /secret', shop.port, { Host: 'evil.example' }));
  await expect.poll(() => log.requests()).toHaveLength(6);
  const loggedRequests = log.requests().map((line) => [line.class, line.route, line.status]);
  expect(loggedRequests.slice(1)).toEqual([
    ['kept', '/products/[slug]', 200],
    ['personal', '/orders/track/[token]', 404],
    ['page', '/…', 404],
    ['personal', '/account/wishlist', 500],
    ['refused', '/…', 421],
  ]);
  expect(log.requests().at(4)?.requestId).toBe(log.failures().at(0)?.requestId);
  expect(log.text()).not.toMatch(/secret|a@b|127\.0\.0\.1/);
});

test('clients that disconnect while sending JSON, a form or an upload are not logged as errors', async () => {
  const log = observeOutput();
  const contentTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'];
  const paths = ['/public/contact/create', '/public/cart/create', '/public/support-ticket/create'];
  for (const type of contentTypes) {
    for (const path of paths) {
      const headers = {
        Origin: shop.origin,
        'Content-Type': type,
        'Content-Length': '5000',
        Cookie: ownerHeaders().cookie,
      };
      const socket = connect(shop.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(`${rawRequest(`POST ${path}`, shop.port, headers)}{"name`);
      await wait(60);
      socket.resetAndDestroy();
    }
  }
  await expect.poll(() => log.failures().length).toBeGreaterThan(3);
  for (const line of log.failures()) expect(line).toMatchObject({ level: 20, failure: 'client_gone', status: 400 });
  expect(log.text()).not.toContain('database');
});

test('rejections and unknown addresses are not logged as failures', async () => {
  const log = observeOutput();
  await send('/public/cart/create', { product: 'nothing' });
  await send('/orders/track/wrong');
  await send('/nowhere');
  await send('/public/contact/create', {});
  await rawStatus(shop.port, rawRequest('GET /..%2f', shop.port));
  await wait(200);
  expect(log.failures()).toEqual([]);
});

test('the log has no personal data after orders, logins and failures', async () => {
  const cookies = new Map<string, string>();
  const secrets = [...Object.values(PERSON), ...Object.values(GUEST), HOME.street];
  async function sendWithCookies(
    path: string,
    body?: object,
    extraHeaders: Record<string, string> = {},
  ): Promise<unknown> {
    const response = await send(path, body, {
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      ...extraHeaders,
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value.length > 20) secrets.push(value);
      cookies.set(name, value);
    }
    return response.json().catch(() => undefined);
  }
  const readMailTo = async (address: string) =>
    (await db.write.selectFrom('outbox').select('text').where('to_address', '=', address).execute())
      .map(({ text }) => text)
      .join('\n');

  await sendWithCookies('/public/cart/create', { product: 'loom-kurta', quantity: 1, variant: await readVariantId() });
  const orderBody = { contact: GUEST, address: { ...HOME, mobile: GUEST.mobile }, payment: 'cod' };
  await sendWithCookies('/public/orders/create', orderBody, { 'idempotency-key': 'log-1' });
  const [trackingPath = ''] = /\/orders\/track\/\S+/.exec(await readMailTo(GUEST.email)) ?? [];
  expect(trackingPath).not.toBe('');
  secrets.push(trackingPath.slice(-40));
  await sendWithCookies('/auth/customer/register', { ...PERSON, termsAndCondtion: true });
  const [code = ''] = CODE.exec(await readMailTo(PERSON.email)) ?? [];
  expect(code).toMatch(CODE);
  secrets.push(code);
  await withoutTable('customer', async () => {
    await sendWithCookies('/auth/customer/verify', { email: PERSON.email, otp: code });
    await sendWithCookies('/auth/customer/login', { email: PERSON.email });
  });
  await withoutTable('orders', async () => {
    await sendWithCookies(`${trackingPath}?email=${PERSON.email}`);
    await sendWithCookies('/public/orders/create', orderBody, { 'idempotency-key': 'log-2' });
    await sendWithCookies(`/newsletter/unsubscribe/${encodeURIComponent(PERSON.email)}.${'t'.repeat(43)}`);
  });
  await sendWithCookies('/auth/customer/verify', { email: PERSON.email, otp: code });
  await sendWithCookies(`/frontend/subscribe/show/${PERSON.email}`);
  await sendWithCookies(`/login/link?token=${'s'.repeat(43)}&email=${PERSON.email}`);
  await expect.poll(() => shop.output()).toContain('ECONNREFUSED');
  await wait(300);
  expect(cookies.size).toBeGreaterThan(1);
  for (const secret of secrets) expect(shop.output(), secret).not.toContain(secret);
});

async function readVariantId(): Promise<string> {
  const { id } = await db.write.selectFrom('variant').select('id').executeTakeFirstOrThrow();
  return String(id);
}
