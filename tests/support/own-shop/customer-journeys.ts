import { expect, vi } from 'vitest';
import { MULTIPART_TYPE, multipartBody } from '../multipart.ts';
import { razorpayWebhook } from '../razorpay-stand-in.ts';
import { samplePng } from '../sample-files.ts';
import type { LiveShop } from './live-shop.ts';
import { mailText, type Recording, type RecordingVisitor, recordingVisitor } from './recorded.ts';

const HOME = {
  ...{ name: 'Asha Rao', mobile: '8098765432', pincode: '641001', house: '12', street: 'Raja Street', landmark: '' },
  ...{ city: 'Coimbatore', state: 'Tamil Nadu', type: 'home' },
};

export interface Journey {
  shop: LiveShop;
  record: (recorded: Recording) => void;
  /** Runs a command of the shop's CLI within this process. */
  command: (...args: string[]) => Promise<void>;
}

/**
 * Waits for an email to this address that matches the pattern, and returns the email's text. `vi.waitFor` is used
 * because `expect.poll` fails in concurrent tests.
 */
export async function waitForMail({ shop }: Journey, to: string, pattern: RegExp): Promise<string> {
  const find = () => shop.mailServer.received.find((mail) => mail.to === to && pattern.test(mailText(mail)));
  return vi.waitFor(
    () => {
      const mail = find();
      if (!mail) throw new Error(`There is no email ${pattern} to ${to}.`);
      return mailText(mail);
    },
    { timeout: 40_000, interval: 100 },
  );
}

async function mailedCode(journey: Journey, to: string, pattern: RegExp): Promise<string> {
  return /^\d{4}$/m.exec(await waitForMail(journey, to, pattern))?.[0] ?? '';
}

async function send(visitor: RecordingVisitor, path: string, body: unknown, headers?: Record<string, string>) {
  const response = await visitor.post(path, body, headers);
  expect([path, response.status, response.text().slice(0, 300)]).toEqual([path, 200, expect.any(String)]);
  return response.data();
}

interface Variant {
  _id: string;
  quantity: number;
}

async function variantsOf(visitor: RecordingVisitor, slug: string): Promise<{ id: number; variants: Variant[] }> {
  const product = (await visitor.get(`/public/product/show/${slug}`)).data();
  return { id: Number(product._id), variants: product.variant_ids as Variant[] };
}

async function placeOrder(visitor: RecordingVisitor, items: [slug: string, quantity: number][], details: object) {
  for (const [product, quantity] of items) {
    const { variants } = await variantsOf(visitor, product);
    const variant = variants.find(({ quantity: stock }) => stock > 0)?._id;
    await send(visitor, '/public/cart/create', { product, variant, quantity });
  }
  for (const page of ['/cart', '/public/cart', '/public/cart/drawer', '/checkout']) await visitor.get(page);
  const key = JSON.stringify(details);
  const headers = { 'idempotency-key': key };
  const body = { address: HOME, ...details };
  return (await send(visitor, '/public/orders/create', body, headers)) as Record<
    '_id' | 'number' | 'next' | 'token',
    string
  >;
}

/** As a guest: subscribes to the newsletter, requests a restock email, sends a message, places and cancels an order. */
export async function guestJourney(journey: Journey): Promise<void> {
  const email = 'meena@buyer.example';
  const visitor = recordingVisitor(journey.shop.visitor('127.0.0.2'), journey.record);
  await send(visitor, '/newsletter/start', { email });
  await visitor.get('/newsletter/code');
  await send(visitor, '/newsletter/confirm', { code: await mailedCode(journey, email, /letter/) });

  const { variants } = await variantsOf(visitor, 'madras-check-shirt');
  const soldOutVariant = variants.find(({ quantity }) => quantity === 0)?._id ?? '';
  await visitor.get(`/back-in-stock/${soldOutVariant}`);
  await send(visitor, '/back-in-stock/start', { variant: soldOutVariant, email });
  await visitor.get(`/back-in-stock/${soldOutVariant}/code`);
  await send(visitor, '/back-in-stock/confirm', { code: await mailedCode(journey, email, /to hear when/) });
  await journey.command('stock', 'add', soldOutVariant, '+3', 'sewn');

  const message = { name: 'Meena', email, mobile: HOME.mobile, content: 'Do you sew to measure?' };
  await send(visitor, '/public/contact/create', message);
  await send(visitor, '/public/cart/pincode', { pincode: '641001' });
  const contact = { email, mobile: HOME.mobile };
  const order = await placeOrder(visitor, [['mill-towel', 2]], { contact, payment: 'cod' });
  await visitor.get(`/orders/track/${order.token}`);
  await visitor.get(`/orders/track/${order.token}/help`);
  await send(visitor, `/public/orders/cancel/${order._id}?token=${order.token}`, {});
  await waitForMail(journey, email, new RegExp(`Subject: .*${order.number}.*cancel|cancel.*${order.number}`, 'i'));
}

/**
 * As a customer: registers, pays online, receives the items, requests an exchange, which the owner declines, receives a
 * refund for one line, opens a ticket and writes a review.
 */
export async function customerJourney(journey: Journey): Promise<void> {
  const email = 'asha@buyer.example';
  const visitor = recordingVisitor(journey.shop.visitor('127.0.0.3'), journey.record);
  await logIn(journey, visitor, email);
  await send(visitor, '/public/address/create', HOME);
  await send(visitor, '/public/wishlist/create', { product: 'mill-towel' });
  const paidOrder = await placePaidOrder(journey, visitor, email);
  await journey.command('orders', 'move', paidOrder.number, 'shipped', '--yes');
  await journey.command('orders', 'move', paidOrder.number, 'delivered', '--yes');
  await exchangeAndRefund(journey, visitor, paidOrder);
  await writeTicketAndReview(journey, visitor);
  for (const path of await accountPages(visitor, paidOrder._id)) await visitor.get(path);
}

async function logIn(journey: Journey, visitor: RecordingVisitor, email: string): Promise<void> {
  const person = { name: 'Asha Rao', mobile: HOME.mobile, email, termsAndCondtion: true };
  await send(visitor, '/auth/customer/register', person);
  await visitor.get('/verify');
  await send(visitor, '/auth/customer/verify', { otp: await mailedCode(journey, email, /code/i) });
}

async function placePaidOrder(journey: Journey, visitor: RecordingVisitor, email: string) {
  const contact = { email, mobile: HOME.mobile };
  const items: [string, number][] = [
    ['madras-check-shirt', 2],
    ['bleeding-madras-cloth', 2.5],
  ];
  const placedOrder = await placeOrder(visitor, items, { contact, payment: 'razorpay' });
  await visitor.get(placedOrder.next);
  const framePath = `/public/payment-gateway/${placedOrder._id}`;
  await visitor.get(framePath);
  await send(visitor, framePath, { orderId: placedOrder._id, method: 'razorpay' });
  await visitor.get(`${framePath}?state=razorpay`);
  await vi.waitFor(() => expect(journey.shop.gateway.orders.size).toBe(1), { timeout: 20_000 });
  await visitor.get(`${framePath}/status`);
  const [gatewayOrder = ''] = journey.shop.gateway.orders.keys();
  const webhook = razorpayWebhook('payment.captured', journey.shop.gateway.pay(gatewayOrder, 'captured'));
  const headers = { ...Object.fromEntries(webhook.headers), 'content-type': 'application/json' };
  // The gateway repeats the webhook until it succeeds, because the shop may not have stored the payment yet.
  const deliver = async () =>
    (await visitor.post('/public/payment-gateway/razorpay/webhook', webhook.body, headers)).status;
  await vi.waitFor(async () => expect(await deliver()).toBe(200), { timeout: 20_000, interval: 500 });
  await visitor.get(`/account/orders/${placedOrder._id}?placed=1`);
  await waitForMail(journey, email, new RegExp(placedOrder.number));
  return placedOrder;
}

async function exchangeAndRefund(
  journey: Journey,
  visitor: RecordingVisitor,
  { _id, number }: { _id: string; number: string },
): Promise<void> {
  await visitor.get(`/account/orders/${_id}/exchange`);
  const fields = { order: _id, reasons: '["Size too small"]', customReason: '', hasOriginalPackaging: 'true' };
  const parts = Object.entries(fields).map(([name, content]) => ({ name, content }));
  const picture = { name: 'images', fileName: 'a.png', type: 'image/png', content: await samplePng(40, 40) };
  const headers = { 'content-type': MULTIPART_TYPE };
  await send(visitor, `/public/orders/orderExchange/${_id}`, multipartBody([...parts, picture]), headers);
  await journey.command('exchanges', 'decline', number, 'Please write to us first.', '--yes');
  await journey.command('orders', 'refund', number, '--line', '2', '--reason', 'A weaving fault', '--yes');
  await openTaxDocuments(visitor, _id);
}

async function openTaxDocuments(visitor: RecordingVisitor, order: string): Promise<void> {
  const page = (await visitor.get(`/account/orders/${order}`)).text().replaceAll('&amp;', '&');
  const documents = page.match(/(?<=href=")\/public\/orders\/(?:invoice|credit-note)[^"]*/g) ?? [];
  expect(documents).toHaveLength(2);
  for (const path of documents) {
    expect((await visitor.get(path)).status, path).toBe(200);
    const pdf = await visitor.get(`${path}${path.includes('?') ? '&' : '?'}format=pdf`);
    expect(pdf.headers['content-type'], path).toBe('application/pdf');
  }
}

async function writeTicketAndReview(journey: Journey, visitor: RecordingVisitor): Promise<void> {
  const texts = { subject: 'Late parcel', priority: 'low', message: 'It has not come yet.' };
  const parts = Object.entries(texts).map(([name, content]) => ({ name, content }));
  const headers = { 'content-type': MULTIPART_TYPE };
  const response = await send(visitor, '/public/support-ticket/create', multipartBody(parts), headers);
  const number = /T-\w+/.exec(String(response))?.[0] ?? '';
  await journey.command('tickets', 'reply', number, 'It comes tomorrow.');
  await journey.command('tickets', 'close', number);
  const threads = (await visitor.get('/account/support-ticket')).text();
  await visitor.get(/\/account\/support-ticket\/[^"?]{6,}/.exec(threads)?.[0] ?? '');
  const product = (await variantsOf(visitor, 'madras-check-shirt')).id;
  await send(visitor, '/public/reviews/create', { product, rating: 5, summary: 'It keeps its colour.' });
  await visitor.get('/products/madras-check-shirt/reviews');
}

async function accountPages(visitor: RecordingVisitor, orderId: string): Promise<string[]> {
  const pages = ['dashboard', 'orders', 'address', 'profile', 'reviews', 'support-ticket', 'wishlist'];
  await visitor.get('/public/profile/data');
  return [...pages.map((page) => `/account/${page}`), `/account/orders/${orderId}`, `/public/orders/${orderId}`];
}
