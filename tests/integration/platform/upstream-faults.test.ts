import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from '#lib/operations/startup/open-log.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { FaultLog } from '#lib/platform/upstream/fault-log.server.ts';
import { faultStore, readFaults } from '#lib/platform/upstream/fault-store.server.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { openFrame } from '#lib/sales/payments/frame.server.ts';
import { receiveWebhook } from '#lib/sales/payments/payments.server.ts';
import { startPayment } from '#lib/sales/payments/start-payment.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { HOME, orderFixture } from '#support/order-fixture.ts';
import { type RazorpayStandIn, razorpayWebhook, startRazorpay } from '#support/razorpay-stand-in.ts';
import { shopCli } from '#support/shop-cli.ts';
import { temporaryDir } from '#support/shop-process.ts';

const WRONG_SECRET = 'a-secret-that-razorpay-does-not-know';
const NOON = Date.parse('2026-11-21T12:00:00+05:30');
const UNAUTHORIZED_FAULT = { upstream: 'razorpay', route: 'POST /v1/orders', kind: 'status_401' } as const;

let razorpay: RazorpayStandIn;
beforeAll(async () => {
  razorpay = await startRazorpay();
});
afterAll(() => razorpay.close());

onBothEngines('a misconfigured payment gateway', (open) => {
  async function createShop(keySecret: string) {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const lines: string[] = [];
    const log = openLog('info', { write: (line: string) => void lines.push(line) });
    const faults = new FaultLog(log, faultStore(db), fixture.shop.now);
    const settings = { ...readSettings({}), razorpay: { ...razorpay.keys, keySecret } };
    const shop = { ...fixture.shop, settings, log, upstreams: new Upstreams(log, faults) };
    const order = await fixture.place(await fixture.cartOf(['test-kurta', 1]), { payment: 'razorpay', address: HOME });
    const payable = { ...order, amountPaise: order.total_paise };
    const startOrderPayment = async () => {
      await startPayment(shop, payable, 'razorpay');
      await shop.upstreams.settled();
    };
    return {
      db,
      fixture,
      shop,
      order,
      startOrderPayment,
      lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    };
  }

  test('is logged once with the status and route but without secrets, and each fault is counted', async () => {
    const { db, fixture, startOrderPayment, lines } = await createShop(WRONG_SECRET);
    for (let n = 0; n < 3; n++) await startOrderPayment();
    expect(lines().filter((line) => line.upstream === 'razorpay')).toEqual([
      expect.objectContaining({ ...UNAUTHORIZED_FAULT, status: 401, level: 50, msg: expect.stringContaining('alarm') }),
    ]);
    const logText = JSON.stringify(lines());
    for (const secret of [WRONG_SECRET, 'asha@example.in', '9876543210']) expect(logText).not.toContain(secret);
    expect(await readFaults(db, 0)).toEqual([
      { ...UNAUTHORIZED_FAULT, times: 3, firstAt: fixture.clock.at, lastAt: fixture.clock.at, recoveredAt: null },
    ]);
  });

  test('does not prevent the buyer from trying again or paying in cash', async () => {
    const { shop, order, startOrderPayment } = await createShop(WRONG_SECRET);
    await startOrderPayment();
    const frame = await openFrame(
      shop,
      order.id,
      { token: trackToken(shop.secretKey, order.id) },
      { state: 'razorpay' },
    );
    if (frame.state === 'refused') throw new Error(frame.message);
    expect(frame.message).toContain('Nothing was charged');
    expect(frame.message).toContain('or choose cash on delivery');
    expect(frame.methods.map(({ method }) => method)).toEqual(expect.arrayContaining(['razorpay', 'cod']));
  });

  test('has only its faults since the last recovery counted, and can recover again', async () => {
    const { db, shop } = await createShop(razorpay.keys.keySecret);
    const store = faultStore(db);
    await store.add(UNAUTHORIZED_FAULT, 14, NOON - 3 * HOUR_MS);
    await store.markRecovered(UNAUTHORIZED_FAULT.upstream, UNAUTHORIZED_FAULT.route, NOON - 2 * HOUR_MS);
    await store.add(UNAUTHORIZED_FAULT, 1, NOON);
    await store.add(UNAUTHORIZED_FAULT, 2, NOON + 1);
    const row = { ...UNAUTHORIZED_FAULT, times: 3, firstAt: NOON, lastAt: NOON + 1 };
    expect(await readFaults(db, 0)).toEqual([{ ...row, recoveredAt: null }]);
    shop.upstreams.faults.markRecovered(UNAUTHORIZED_FAULT.upstream, UNAUTHORIZED_FAULT.route);
    await shop.upstreams.settled();
    expect(await readFaults(db, 0)).toEqual([{ ...row, recoveredAt: shop.now() }]);
  });

  test('has a fault counted if a webhook is signed with a different secret', async () => {
    const { db, shop } = await createShop(razorpay.keys.keySecret);
    const payment = razorpay.pay('order_x', 'captured', { amount: 100 });
    const { body, headers } = razorpayWebhook('payment.captured', payment, { secret: 'guess' });
    await expect(receiveWebhook(shop, 'razorpay', body, headers)).rejects.toMatchObject({ code: 'refused' });
    await shop.upstreams.settled();
    expect(await readFaults(db, 0)).toMatchObject([{ upstream: 'razorpay-webhook', kind: 'signature', times: 1 }]);
  });
});

test('doctor reports rejected keys and the setting to check', async () => {
  const tempDir = temporaryDir('faults');
  const db = await openDatabase({ dataDir: tempDir.dir });
  await migrate(db);
  await faultStore(db).add(UNAUTHORIZED_FAULT, 14, Date.now() - HOUR_MS);
  const doctor = shopCli(tempDir.dir)('doctor');
  await db.close();
  tempDir.remove();
  expect(doctor.stdout).toMatch(
    /✗ Razorpay refused our keys: 401 \(POST \/v1\/orders\), 14 times since .+: check RAZORPAY_KEY/,
  );
  expect(doctor.status).toBe(1);
});
