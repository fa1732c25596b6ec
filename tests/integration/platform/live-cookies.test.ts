import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const HOST = 'shop.example';
const EMAIL = 'asha@example.in';
const REGISTRATION = { name: 'Asha Rao', email: EMAIL, mobile: '9876543210', termsAndCondtion: 'true' };

const data = temporaryDir('live-cookies');
/** The cookies that a browser would store. */
const jar = new Map<string, string>();
const setCookieLines: string[] = [];
let db: ShopDatabase;
let shop: ShopProcess;

beforeAll(async () => {
  db = await smallShop(data.dir);
  const env = {
    SHOP_MODE: 'live',
    HOST: '127.0.0.1',
    SITE_URL: `https://${HOST}`,
    SECRET_KEY: 'a key that is only for tests, 32 characters',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@shop.example',
  };
  shop = await startShop({ dataDir: data.dir, env });
});

afterAll(async () => {
  await shop?.stop();
  await db?.close();
  data.remove();
});

/**
 * Sends a browser's request as if forwarded by a proxy that terminates TLS. Forms are posted without JavaScript.
 * Returns the body or the address of a redirect.
 */
function send(path: string, fields?: Record<string, string>): Promise<string> {
  const headers = {
    host: HOST,
    accept: 'text/html',
    origin: `https://${HOST}`,
    referer: `https://${HOST}/cart`,
    cookie: [...jar].map((pair) => pair.join('=')).join('; '),
    ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
  };
  return new Promise((resolve, reject) => {
    const clientRequest = request({
      port: shop.port,
      host: '127.0.0.1',
      path,
      method: fields ? 'POST' : 'GET',
      headers,
    });
    clientRequest.on('error', reject);
    clientRequest.on('response', async (response) => {
      for (const line of response.headers['set-cookie'] ?? []) storeCookie(line);
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve(text || String(response.headers.location));
    });
    clientRequest.end(fields && new URLSearchParams(fields).toString());
  });
}

function storeCookie(line: string): void {
  setCookieLines.push(line);
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  const end = /expires=([^;]+)/i.exec(line)?.[1];
  if (end && Date.parse(end) < Date.now()) jar.delete(name);
  else jar.set(name, value);
}

async function readCodeFor(to: string): Promise<string> {
  const mails = db.write.selectFrom('outbox').select('text').where('to_address', '=', to);
  return /^\d+$/m.exec((await mails.orderBy('created_at', 'desc').executeTakeFirstOrThrow()).text)?.[0] ?? '';
}

test('in live mode, all customer cookies are restricted to this host and to TLS', async () => {
  await send('/public/cart/coupon', { code: '100%' });
  expect(await send('/cart')).toContain('We don’t know this coupon code.');
  await send('/public/wishlist/create', { product: 'loom-kurta' });
  await send('/public/cart/create', { product: 'loom-kurta', quantity: '1' });
  await send('/cart');
  await send('/auth/customer/register', { ...REGISTRATION, mobile: '1' });
  expect(await send('/register'), 'the form shows the entered email address again').toContain(EMAIL);
  await send('/auth/customer/register', REGISTRATION);
  await send('/verify');
  await send('/auth/customer/verify', { otp: await readCodeFor(EMAIL) });
  expect(await send('/account/dashboard')).toContain('Asha Rao');
  await send('/account/orders');
  await send('/newsletter/start', { email: 'reader@example.in' });
  await send('/newsletter/confirm', { code: await readCodeFor('reader@example.in') });
  await send('/auth/customer/logout', {});
  await send('/login');
  await send('/auth/customer/login', { email: EMAIL });
  await send('/auth/customer/verify', { otp: await readCodeFor(EMAIL) });
  await send('/public/profile/delete', { email: EMAIL });
  await send('/public/light-mode', {});
  await send('/');

  const names = new Set(setCookieLines.map((line) => line.split('=', 1)[0]));
  const expectedNames = [
    'notice',
    'wish',
    'cart',
    'visitor',
    'typed',
    'challenge',
    'session',
    'account',
    'device',
    'newsletter',
    'light',
  ];
  expect([...names].sort()).toEqual(expectedNames.map((name) => `__Host-${name}`).sort());
  for (const line of setCookieLines) {
    expect(line).toMatch(/; Secure/i);
    expect(line).toMatch(/; Path=\/(;|$)/i);
    expect(line).toMatch(/; SameSite=Lax/i);
    expect(line).not.toMatch(/; Domain/i);
    const mayOmitHttpOnly = /^__Host-(visitor|account|light)=/.test(line) || /expires=Thu, 01 Jan 1970/i.test(line);
    if (!mayOmitHttpOnly) expect(line).toMatch(/; HttpOnly/i);
  }
});

test('a notice with a percent sign is shown', async () => {
  storeCookie(`__Host-notice=${encodeURIComponent(JSON.stringify({ status: 'success', message: '100 % cotton' }))}`);
  expect(await send('/cart')).toContain('100 % cotton');
});

test('a script’s request for data does not use up the message and the input for the next page', async () => {
  await send('/auth/customer/register', { ...REGISTRATION, mobile: '1' });
  const message = encodeURIComponent(JSON.stringify({ status: 'success', message: 'Address added' }));
  storeCookie(`__Host-notice=${message}`);
  await send('/public/visitor');
  const page = await send('/register');
  expect(page).toContain(EMAIL);
  expect(page).toContain('Address added');
});
