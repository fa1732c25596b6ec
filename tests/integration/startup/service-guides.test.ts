import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { freePort } from '#support/free-port.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { signInAsOwner } from '#support/killed-shop.ts';
import { insertOrder } from '#support/order-row.ts';
import { root } from '#support/project-root.ts';
import { type RazorpayStandIn, razorpayWebhook, startRazorpay } from '#support/razorpay-stand-in.ts';
import { ShiprocketStub } from '#support/shiprocket-stub.ts';
import { shopCliAsync } from '#support/shop-cli.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

// These tests follow the guides in docs/running-your-shop.md as written, in a new live shop.

vi.setConfig({ testTimeout: 300_000 });

const GUIDES = readFileSync(join(root, 'docs/running-your-shop.md'), 'utf8');
const razorpayGuide = findSection('Connecting Razorpay');
const shiprocketGuide = findSection('Connecting Shiprocket');

const port = await freePort();
const SERVER_ENV = {
  ...{
    SHOP_MODE: 'live',
    HOST: '127.0.0.1',
    SITE_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@shop.example',
  },
  SECRET_KEY: 'a key that is only for tests, 32 characters',
};
const data = temporaryDir('service-guides');
let razorpay: RazorpayStandIn;
let shiprocket: ShiprocketStub;
let db: ShopDatabase;
let shop: ShopProcess;

beforeAll(async () => {
  [razorpay, shiprocket, db] = await Promise.all([startRazorpay(), ShiprocketStub.start(), smallShop(data.dir)]);
  await stockGoods(db);
  writeSettings();
  shop = await startShop({ dataDir: data.dir, env: SERVER_ENV, port });
});

afterAll(async () => {
  await shop?.stop();
  await Promise.all([db?.close(), razorpay?.close(), shiprocket?.close()]);
  data.remove();
});

test('the settings, address and events in the Razorpay guide connect the shop', async () => {
  const variant = await variantOf(db, 'test-scarf');
  const buyer = new HttpBuyer();
  await buyer.addToCart(shop.origin, 'test-scarf', variant, 1);
  const { data: order, ...orderResponse } = await buyer.order(shop.origin, 'guide', { payment: 'razorpay' });
  expect(orderResponse.status, orderResponse.message).toBe(200);
  const paymentPage = `/public/payment-gateway/${order._id}?token=${encodeURIComponent(String(order.token))}`;
  const methodResponse = await buyer.post(shop.origin, paymentPage, { method: 'razorpay' });
  await buyer.send('GET', shop.origin, String(methodResponse.data.next));
  await expect.poll(() => razorpay.orders.size).toBe(1);
  const [razorpayOrder = ''] = razorpay.orders.keys();
  const payment = razorpay.pay(razorpayOrder, 'captured');

  const [address = ''] = /SITE_URL(\/\S+webhook)/.exec(razorpayGuide)?.slice(1) ?? [];
  const events = [...razorpayGuide.matchAll(/`((?:payment|order|refund)\.\w+)`/g)].map(([, event = '']) => event);
  expect(events).toHaveLength(6);
  const responses = [];
  for (const event of events.filter((candidate) => !candidate.startsWith('refund.'))) {
    const { body, headers } = razorpayWebhook(
      event,
      event === 'payment.failed' ? { ...payment, status: 'failed' } : payment,
    );
    responses.push([event, await postWebhook(address, body, headers)]);
  }
  expect(responses[0]).toEqual(['payment.captured', [200, expect.objectContaining({ settlement: 'paid' })]]);
  expect(responses.map(([, response]) => response?.[0])).toEqual([200, 200, 200]);
  const forgedWebhook = razorpayWebhook('payment.captured', payment, { secret: 'guessed' });
  expect((await postWebhook(address, forgedWebhook.body, forgedWebhook.headers))[0]).toBe(403);
});

test('the settings and address in the Shiprocket guide connect the shop, and a parcel can be booked', async () => {
  const tax = { rateBp: 0, taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };
  const delivery_tax_json = JSON.stringify(tax);
  await insertOrder(db, 'o1', { number: 'TA-2026-100001', order_status: 'processing', delivery_tax_json });
  const post = await signInAsOwner(db, data.dir, SERVER_ENV);
  const settingsPage = await post(shop, '/admin/settings');
  const [, parcelSettingsPath = ''] = /href="([^"]+)"[^>]*>\s*Parcels and courier files/.exec(settingsPage) ?? [];
  expect(await post(shop, parcelSettingsPath)).toMatch(/Weight.*Length/s);
  expect(await post(shop, '/admin/orders/o1')).toContain('Send with Shiprocket');
  const readShipment = () => db.write.selectFrom('shipment').selectAll().executeTakeFirstOrThrow();
  await post(shop, '/admin/shipping/rates', { of: 'o1' });
  await expect.poll(async () => (await readShipment()).courier_id).toBe(10);
  expect(shiprocket.orders).toEqual([]);
  expect(await post(shop, '/admin/shipping?of=o1')).toContain('Book the chosen couriers');
  const { id, updated_at } = await readShipment();
  await post(shop, '/admin/shipping/book', { of: 'o1', [`courier-${id}`]: `${updated_at}:43` });
  await expect.poll(async () => (await readShipment()).label_file).not.toBeNull();

  const [address = ''] = /SITE_URL(\/\S+webhook)/.exec(shiprocketGuide)?.slice(1) ?? [];
  const [parcel] = shiprocket.parcels;
  const { body, headers } = shiprocket.webhook(parcel!, 42, '21 11 2026 12:00:00');
  expect(await postWebhook(address, body, headers)).toEqual([200, { report: 'recorded' }]);
});

test('doctor names only the setting for the forged webhook', async () => {
  const { stdout } = await shopCliAsync(data.dir, SERVER_ENV)('doctor');
  expect(stdout.match(/\b(RAZORPAY|SHIPROCKET)_\w+/g)).toEqual(['RAZORPAY_WEBHOOK_SECRET']);
});

/** Returns the guide's section with this heading. */
function findSection(heading: string): string {
  return GUIDES.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';
}

/** Writes the settings that the guides list, with the keys of the stand-ins instead of the example values. */
function writeSettings(): void {
  const { keyId, keySecret, webhookSecret } = razorpay.keys;
  const keys: Record<string, string> = {
    ...{ RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret },
    ...shiprocket.env,
  };
  const names = [...`${razorpayGuide}${shiprocketGuide}`.matchAll(/^ +([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(names).toHaveLength(7);
  const lines = names.map((name) => `${name}=${keys[name]}`);
  const apiUrlLines = [`RAZORPAY_API_URL=${razorpay.url}`, `SHIPROCKET_API_URL=${shiprocket.keys.apiUrl}`];
  writeFileSync(join(data.dir, 'settings.env'), [...lines, ...apiUrlLines].join('\n'));
}

async function postWebhook(address: string, body: Buffer, headers: Headers): Promise<[number, unknown]> {
  const response = await fetch(shop.origin + address, {
    method: 'POST',
    headers: { ...Object.fromEntries(headers), 'content-type': 'application/json' },
    body: new Uint8Array(body),
  });
  return [response.status, ((await response.json()) as { data: unknown }).data];
}
