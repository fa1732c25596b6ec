import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import type { OrderStatus, PaymentStatus } from '#lib/platform/db/tables/orders.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { HOME } from '#support/order-fixture.ts';
import { root } from '#support/project-root.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';

const data = temporaryDir('order-requests');
let db: ShopDatabase;
let shop: ShopProcess;
let variant: string;

beforeAll(async () => {
  db = await openDatabase({ dataDir: data.dir });
  await migrate(db);
  await stockGoods(db);
  variant = await variantOf(db, 'test-scarf');
  await db.write.updateTable('variant').set({ quantity: 1_000 }).where('sku', '=', 'TS').execute();
  shop = await startShop({ dataDir: data.dir });
});

afterAll(async () => {
  await shop.stop();
  await db.close();
  data.remove();
});

async function createBuyer(): Promise<HttpBuyer> {
  const buyer = new HttpBuyer();
  await buyer.addToCart(shop.origin, 'test-scarf', variant, 2);
  return buyer;
}

test('an order request ignores prices, totals and quantities sent by the client', async () => {
  const buyer = await createBuyer();
  const manipulatedFields = {
    price: 0.01,
    subtotal: 1,
    delivery: -50,
    discount: 599,
    quantity: 1e9,
    taxPaise: 0,
    total_paise: 1,
  };
  const response = await buyer.order(shop.origin, 'made-up', {
    ...manipulatedFields,
    lines: [{ variant, quantity: -1, price: 0 }],
  });
  expect(response).toMatchObject({ status: 200, data: { total: 639, orderStatus: 'placed', paymentStatus: 'cod' } });
});

const INVALID_FIELDS: [string, Record<string, unknown>, number][] = [
  ['a different total', { total: 1 }, 409],
  ['a negative total', { total: -639 }, 409],
  ['a total that is not an amount', { total: '1e3' }, 422],
  ['a total that is an object', { total: { valueOf: 639 } }, 422],
  ['an unknown payment method', { payment: 'gift' }, 422],
  ['a gateway that is not configured', { payment: 'razorpay' }, 422],
  ['an unknown saved address', { address: 'no-such-address' }, 404],
  ['an address without a pincode', { address: { ...HOME, pincode: '' } }, 422],
  ['an unknown state', { address: { ...HOME, state: 'Atlantis' } }, 422],
  ['no address', { address: null }, 422],
  ['a list of addresses', { address: [HOME] }, 422],
  ['a mobile number of nine digits', { contact: { email: 'a@example.in', mobile: '987654321' } }, 422],
  [
    'an email address of 301 characters',
    { contact: { email: `${'a'.repeat(290)}@example.in`, mobile: '9876543210' } },
    422,
  ],
  ['no contact', { contact: undefined }, 422],
  ['a note of 501 characters', { note: 'x'.repeat(501) }, 422],
];

test.each(INVALID_FIELDS)(
  'an order request with %s is rejected, and a corrected one is accepted',
  async (_name, fields, status) => {
    const buyer = await createBuyer();
    const ordersBefore = await db.write.selectFrom('orders').select('id').execute();
    expect((await buyer.order(shop.origin, 'bad', fields)).status).toBe(status);
    expect(await db.write.selectFrom('orders').select('id').execute()).toEqual(ordersBefore);
    expect((await buyer.order(shop.origin, 'bad')).status).toBe(200);
  },
);

test.each([-1, 0, 1e9, 1.5, '1', '__proto__', null])(
  'a request that adds an item with the quantity %j to the cart is rejected',
  async (quantity) => {
    const response = await new HttpBuyer().addToCart(shop.origin, 'test-scarf', variant, quantity as number);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  },
);

const INVALID_QUANTITIES = [-1, 0, 1e9, 1.5, '1', '__proto__', null, {}, [2], true, '1e3', ' 2'];

test.each(INVALID_QUANTITIES)(
  'a request that changes the quantity of a cart line to %j is rejected',
  async (quantity) => {
    const buyer = await createBuyer();
    const { lines } = (await buyer.send('GET', shop.origin, '/public/cart')).data as { lines: [{ _id: string }] };
    const response = await buyer.send('PATCH', shop.origin, `/public/cart/update/${lines[0]._id}`, { quantity });
    expect([400, 409, 422]).toContain(response.status);
    const cartAfter = (await buyer.send('GET', shop.origin, '/public/cart')).data as { lines: [{ quantity: number }] };
    expect(cartAfter.lines[0].quantity).toBe(2);
  },
);

test('a cart request ignores prices sent by the client, and can’t change a line of another cart', async () => {
  const buyer = new HttpBuyer();
  const manipulatedFields = {
    price: 0.01,
    sale_price: 1,
    total: 1,
    discount: 500,
    customer_id: 'x',
    cart_id: 'y',
    _id: 'z',
  };
  const item = { product: 'test-scarf', variant, quantity: 2, ...manipulatedFields };
  expect((await buyer.post(shop.origin, '/public/cart/create', item)).data).toMatchObject({ subtotal: 600 });
  const { lines } = (await (await createBuyer()).send('GET', shop.origin, '/public/cart')).data as {
    lines: [{ _id: string }];
  };
  const [{ _id: otherLineId }] = lines;
  for (const id of [otherLineId, 'nothing', '__proto__', '%00', "' or 1=1 --"]) {
    const path = encodeURIComponent(id);
    // A double-encoded %00 is a malformed address, whatever the cart contains.
    const status = id === '%00' ? 400 : 404;
    expect((await buyer.send('PATCH', shop.origin, `/public/cart/update/${path}`, { quantity: 3 })).status).toBe(
      status,
    );
    expect((await buyer.send('DELETE', shop.origin, `/public/cart/delete/${path}`)).status).toBe(status);
  }
});

test.each([{}, [], 7, null, true, '', 'x'.repeat(1_000), '__proto__', { code: 'A' }, "' or 1=1 --"])(
  'a request with the coupon code %j is rejected',
  async (code) => {
    const buyer = await createBuyer();
    const response = await buyer.post(shop.origin, '/public/cart/coupon', { code, discount: 500, value: 100 });
    expect([400, 404, 409, 422]).toContain(response.status);
    expect((await buyer.send('GET', shop.origin, '/public/cart')).data).toMatchObject({ discount: 0 });
  },
);

test('a payment request ignores the client’s amounts and statuses, and rejects another order’s token', async () => {
  const { data: order } = await (await createBuyer()).order(shop.origin, 'to-pay', { payment: 'test' });
  const path = `/public/payment-gateway/${String(order._id)}`;
  const ownPath = `${path}?token=${encodeURIComponent(String(order.token))}`;
  const { data: otherOrder } = await (await createBuyer()).order(shop.origin, 'not-to-pay', { payment: 'test' });
  const visitor = new HttpBuyer();
  for (const query of ['', '?token=x', `?token=${encodeURIComponent(String(otherOrder.token))}`]) {
    expect((await visitor.post(shop.origin, path + query, { outcome: 'approve' })).status).toBe(404);
    expect((await visitor.send('GET', shop.origin, `${path}/status${query}`)).status).toBe(404);
  }
  for (const invalidBody of [{ method: 'free' }, { outcome: 'paid' }, { outcome: ['approve'] }, { method: {} }]) {
    expect((await visitor.post(shop.origin, ownPath, invalidBody)).status).toBe(422);
  }
  const manipulatedFields = {
    amount: 1,
    amountPaise: 1,
    total: 0,
    payment_status: 'paid',
    paymentStatus: 'paid',
    orderStatus: 'placed',
  };
  await visitor.post(shop.origin, ownPath, { method: 'test', ...manipulatedFields });
  for (const [provider, status] of [
    ['test', 403],
    ['razorpay', 404],
    ['__proto__', 404],
  ] as const) {
    const webhook = `/public/payment-gateway/${provider}/webhook`;
    expect((await visitor.post(shop.origin, webhook, { ...manipulatedFields, outcome: 'paid' })).status).toBe(status);
  }
  const shownOrder = (
    await visitor.send('GET', shop.origin, `${path}/status?token=${encodeURIComponent(String(order.token))}`)
  ).data;
  expect(shownOrder).toMatchObject({ orderStatus: 'pending', paymentStatus: 'unpaid' });
  const row = db.write.selectFrom('orders').select('total_paise').where('id', '=', String(order._id));
  expect(await row.executeTakeFirst()).toEqual({ total_paise: 63_900 });
});

test('an order request does not read fields from the keys __proto__ and constructor', async () => {
  const buyer = await createBuyer();
  const body = `{"__proto__":{"payment":"cod"},"constructor":{"total":1},"contact":{"email":"a@example.in","mobile":"9876543210"},"address":${JSON.stringify(HOME)}}`;
  expect((await buyer.post(shop.origin, '/public/orders/create', body)).status).toBe(422);
});

test('an order request returns the address of the order page or the payment page', async () => {
  for (const [payment, pathPrefix, text] of [
    ['cod', '/orders/track/', 'Your order has been placed'],
    ['test', '/checkout/payment/', 'Select Payment Method'],
  ] as const) {
    const { data } = await (await createBuyer()).order(shop.origin, `next-${payment}`, { payment });
    const next = String(data.next);
    expect(next.startsWith(pathPrefix)).toBe(true);
    // Anyone with the link can open the page. Without the right token, the response is 404.
    const page = await fetch(shop.origin + next);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain(String(data.number));
    expect(html).toContain(text);
    expect((await fetch(shop.origin + (next.split('?')[0] ?? '').replace(/track.*/, 'track/x'))).status).toBe(404);
  }
});

test('an order can be viewed and cancelled only with its token', async () => {
  const buyer = await createBuyer();
  const { data: order } = await buyer.order(shop.origin, 'mine');
  const path = `/public/orders/${String(order._id)}`;
  const token = encodeURIComponent(String(order.token));
  const orderPage = await new HttpBuyer().send('GET', shop.origin, `${path}?token=${token}`);
  expect(orderPage).toMatchObject({ status: 200, data: { number: order.number, canCancel: true, canPay: false } });
  const otherOrder = (await (await createBuyer()).order(shop.origin, 'other')).data;
  for (const query of ['', '?token=', '?token=x', `?token=${String(otherOrder.token)}`, `?token=${token}x`]) {
    expect((await new HttpBuyer().send('GET', shop.origin, path + query)).status).toBe(404);
    const cancel = `/public/orders/cancel/${String(order._id)}${query}`;
    expect((await new HttpBuyer().post(shop.origin, cancel, {})).status).toBe(404);
  }
  expect((await new HttpBuyer().send('GET', shop.origin, '/public/orders')).status).toBe(401);
  const cancellation = await new HttpBuyer().post(shop.origin, `/public/orders/cancel/${String(order._id)}`, {
    token: order.token,
  });
  expect(cancellation).toMatchObject({ status: 200, data: { orderStatus: 'cancelled', steps: expect.any(Array) } });
  // A buyer whose first response was lost may retry the request.
  const secondCancellation = await new HttpBuyer().post(shop.origin, `/public/orders/cancel/${String(order._id)}`, {
    token: order.token,
  });
  expect(secondCancellation).toEqual(cancellation);
});

const stepStates = (doneCount: number) =>
  ['done', 'next', 'to come'].flatMap((state, n) => Array([doneCount, 1, 5 - doneCount][n]).fill(state));
const TIMELINES: [OrderStatus, PaymentStatus, string, string[]][] = [
  ['pending', 'unpaid', 'Payment Pending', []],
  ['placed', 'unpaid', 'Payment Pending', []],
  ['pending', 'cod', 'Your order has been placed.', stepStates(0)],
  ['pending', 'paid', 'Your order has been placed.', stepStates(0)],
  ['placed', 'cod', 'Your order has been placed.', stepStates(1)],
  ['processing', 'paid', 'Your order is being prepared', stepStates(2)],
  ['shipped', 'paid', 'Your order has been shipped', stepStates(3)],
  ['in_transit', 'paid', 'Your order is on its way', stepStates(4)],
  ['out_for_delivery', 'paid', 'Your order is out for delivery', stepStates(5)],
  ['delivered', 'paid', 'Your order has been delivered', Array(6).fill('done')],
  ['cancelled', 'failed', 'Your order has been cancelled', ['done', ...Array(5).fill('cancelled')]],
  ['returned', 'refund_due', 'Your order has been returned', ['done', ...Array(5).fill('cancelled')]],
];

test('the timeline shows each status of an order, or “Payment Pending” if the order is unpaid', async () => {
  const { data: order } = await (await createBuyer()).order(shop.origin, 'timeline');
  for (const [order_status, payment_status, text, states] of TIMELINES) {
    await db.write
      .updateTable('orders')
      .set({ order_status, payment_status })
      .where('id', '=', String(order._id))
      .execute();
    const html = await (await fetch(`${shop.origin}/orders/track/${String(order.token)}`)).text();
    const [, timeline = ''] = /<section aria-labelledby="tracking-heading"([\s\S]*?)<\/section>/.exec(html) ?? [];
    const shownStates = [...timeline.matchAll(/sr-only">: ([^<]+)</g)].map(([, state]) => state);
    expect([order_status, payment_status, shownStates]).toEqual([order_status, payment_status, states]);
    expect(timeline).toContain(text);
    expect([...timeline.matchAll(/aria-current="step"/g)]).toHaveLength(states.includes('next') ? 1 : 0);
  }
});

test('the command line moves an order after confirmation, and the customer gets an email', async () => {
  const { data: order } = await (await createBuyer()).order(shop.origin, 'moved');
  const env = { ...process.env, DATA_DIR: data.dir, DATABASE_URL: '', SHOP_MODE: 'demo' };
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/shop.ts', ...args], { cwd: root, encoding: 'utf8', env });
  /** Runs the command in a terminal and answers its question. */
  const runInTerminal = (answer: string, ...args: string[]) => {
    const command = [process.execPath, 'scripts/shop.ts', ...args].map((word) => `'${word}'`).join(' ');
    const options = { cwd: root, encoding: 'utf8', env, input: `${answer}\n` } as const;
    return spawnSync('script', ['-qec', command, '/dev/null'], options).stdout;
  };
  const number = String(order.number);
  const readStatus = async () =>
    (await db.write.selectFrom('orders').select('order_status').where('number', '=', number).executeTakeFirstOrThrow())
      .order_status;
  expect(run('orders', 'list').stdout).toContain(number);
  // If surplus arguments were ignored, the whole order would be cancelled or refunded. The last command needs `--yes`.
  for (const args of [
    ['cancel', number, 'TS', '--yes'],
    ['refund', number, '500', '--yes'],
    ['list', '9863400000'],
    ['cancel', number],
  ]) {
    expect(run('orders', ...args), args.join(' ')).toMatchObject({ status: 2, stdout: '' });
  }
  expect(runInTerminal('n', 'orders', 'cancel', number)).toContain(`Cancel all of ${number}`);
  expect(await readStatus()).toBe('placed');
  const parcel = ['--carrier', 'Blue Dart', '--tracking', 'BD77'];
  expect(runInTerminal('y', 'orders', 'move', number, 'shipped', ...parcel)).toContain(`${number} is now shipped`);
  expect(run('orders', 'move', number, 'processing', '--yes')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Shop: .*\nAn order that is shipped can't be changed to “Processing”\.\n$/),
  });
  expect(run('orders', 'cancel', number, '--yes').status).toBe(1);
  expect(run('orders', 'move', number, 'nowhere', '--yes').status).toBe(2);
  expect(run('orders', 'move', number, 'shipped', '--url', 'javascript:alert(1)', '--yes').status).toBe(2);
  expect(run('orders', 'show', number).stdout).toMatch(/Test Scarf[\s\S]*Shipped/);
  expect(run('stock', 'set', 'TC', '4', '2.5').stdout).toContain('6.5 m (bolt 1: 4 m, bolt 2: 2.5 m)');
  expect(run('stock', 'show', 'test-kurta').stdout).toContain('TK-L');
  const mails = await db.write.selectFrom('outbox').select('text').where('kind', '=', 'order_shipped').execute();
  expect(mails.length).toBe(1);
  expect(mails[0]?.text).toContain(`/orders/track/${String(order.token)}`);
});
