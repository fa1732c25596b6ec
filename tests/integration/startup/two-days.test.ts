import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { setStock } from '#lib/catalog/inventory/set-stock.server.ts';
import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import { clockJumpWatch } from '#lib/operations/jobs/clock-jumps.server.ts';
import { type Job, sharedJobs } from '#lib/operations/jobs/jobs.server.ts';
import { openShop } from '#lib/operations/startup/open-shop.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/primitives/durations.ts';
import { saveRequest } from '#lib/sales/back-in-stock/save-request.server.ts';
import { RETURN_WITHIN_DAYS } from '#lib/sales/exchanges/exchange.ts';
import { approveExchange } from '#lib/sales/exchanges/exchange-admin.server.ts';
import { requestExchange } from '#lib/sales/exchanges/request-exchange.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { createEmptyDatabase, onBothEngines } from '#support/database.ts';
import { newCustomer, stockGoods, variantOf } from '#support/goods.ts';
import { type ReceivedMail, startMailServer } from '#support/mail-server.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { temporaryDir } from '#support/shop-process.ts';

/** The step by which the clock advances. The long version uses `CLOCK_STEP_SECONDS=30`. */
const STEP_MS = Number(process.env.CLOCK_STEP_SECONDS ?? 20 * 60) * SECOND_MS;
const OWNER = 'owner@kora.in';
/** A placeholder, because these tests store no files. */
const NO_FILES = {} as FileStore;

onBothEngines('the jobs of two processes over two days', (_open, engine) => {
  async function setUp() {
    const { url, drop } = await createEmptyDatabase(engine);
    const tempDir = temporaryDir('two-days');
    const mailServer = await startMailServer();
    const env = { SHOP_MODE: 'demo', DATA_DIR: tempDir.dir, DATABASE_URL: url ?? '', SMTP_URL: mailServer.url };
    const openedShop = await openShop({ ...env, LOG_LEVEL: 'silent', PICTURES_AHEAD: '0', NEW_SHOP: 'on' });
    onTestFinished(async () => {
      await openedShop.db.close();
      await drop();
      await mailServer.close();
      tempDir.remove();
    });
    const { db } = openedShop;
    await stockGoods(db);
    const fixture = orderFixture(db, Date.parse('2026-11-20T10:00:00+05:30'));
    const shop = { ...openedShop, log: pino({ level: 'silent' }), now: () => fixture.clock.at };
    await setFields(shop, SETTINGS, { 'ownerMails.to': OWNER });
    return { ...fixture, db, shop, mailServer };
  }
  type Setup = Awaited<ReturnType<typeof setUp>>;

  /** Creates orders in several states, an exchange whose items are never returned, and a back-in-stock request. */
  async function placeOrders(setup: Setup) {
    const { db, place, cartOf, clock } = setup;
    const shop = { ...setup.shop, secretKey: 'k'.repeat(32) };
    const placeOrder = async (name: string, payment: 'cod' | 'test' = 'cod') =>
      place(await cartOf(['test-scarf', 1]), {
        payment,
        contact: { email: `${name}@example.in`, mobile: '9876543210' },
      });
    const customerId = await newCustomer(db, 'asha@example.in');
    const exchangedOrder = await placeOrder('asha');
    await db.write.updateTable('orders').set({ customer_id: customerId }).where('id', '=', exchangedOrder.id).execute();
    await moveOrder(shop, exchangedOrder.id, 'delivered');
    const exchangeFields = {
      reasons: ['Size too small' as const],
      customReason: '',
      hasOriginalPackaging: 'true' as const,
    };
    await requestExchange(
      { ...shop, files: NO_FILES },
      { customerId },
      { ...exchangeFields, order: exchangedOrder.id, orderId: exchangedOrder.id },
      [],
    );
    await approveExchange(shop, exchangedOrder.number);
    // The exchange expires tomorrow.
    clock.at += (RETURN_WITHIN_DAYS - 1) * DAY_MS;
    const orders = {
      placed: await placeOrder('placed'),
      shipped: await placeOrder('shipped'),
      delivered: await placeOrder('delivered'),
    };
    const cancelledOrder = await placeOrder('cancelled');
    await moveOrder(shop, orders.shipped.id, 'shipped');
    await moveOrder(shop, orders.delivered.id, 'delivered');
    await cancelOrder(shop, cancelledOrder.id, 'customer');
    const onlineOrders = {
      abandoned: await placeOrder('left', 'test'),
      paid: await placeOrder('paid', 'test'),
      late: await placeOrder('late', 'test'),
    };
    const soldOutVariant = await variantOf(db, 'test-kurta', 1);
    await transaction(db, (tx) =>
      saveRequest(tx, { variantId: Number(soldOutVariant), email: 'waits@example.in' }, clock.at),
    );
    return { shop, orders: { ...orders, cancelled: cancelledOrder, exchanged: exchangedOrder }, onlineOrders };
  }

  /** Returns a function that runs the due jobs of both processes at the same time. */
  function createJobRunner({ shop, clock }: Setup) {
    const processes = [sharedJobs(shop), sharedJobs(shop)];
    const lastRunAt = new Map<Job, number>();
    const watchClock = clockJumpWatch(shop, () => clock.at);
    const { signal } = new AbortController();
    return async () => {
      await Promise.all(
        processes.map(async (jobs) => {
          for (const job of jobs) {
            if (clock.at - (lastRunAt.get(job) ?? 0) < job.everyMs) continue;
            lastRunAt.set(job, clock.at);
            await watchClock();
            await job.run(signal);
          }
        }),
      );
    };
  }

  const payOrder = (setup: Setup, order: { id: string; total_paise: number }, eventId: string) =>
    settlePayment(
      { ...setup.shop, secretKey: 'k'.repeat(32) },
      {
        orderId: order.id,
        provider: 'test',
        outcome: 'paid',
        amountPaise: order.total_paise,
        eventId,
        reference: eventId,
      },
    );

  const readEvents = async ({ db }: Setup, kind: string) =>
    db.write.selectFrom('order_event').select(['order_id', 'at']).where('kind', '=', kind).execute();

  test(
    'do nothing twice and nothing too early',
    async () => {
      const setup = await setUp();
      const { db, clock, mailServer } = setup;
      const { orders, onlineOrders } = await placeOrders(setup);
      const runJobs = createJobRunner(setup);
      const readHoldUntil = async (id: string) =>
        (await db.write.selectFrom('orders').select('hold_until').where('id', '=', id).executeTakeFirstOrThrow())
          .hold_until;
      const abandonedUntil = (await readHoldUntil(onlineOrders.abandoned.id)) ?? 0;
      const readExchange = () =>
        db.write.selectFrom('exchange').select(['state', 'expires_at']).executeTakeFirstOrThrow();
      const exchangeExpiresAt = (await readExchange()).expires_at ?? 0;
      const startedAt = clock.at;
      let isPaid = false;
      let isRestocked = false;
      for (; clock.at <= startedAt + 2 * DAY_MS; clock.at += STEP_MS) {
        if (!isPaid && clock.at >= startedAt + 10 * MINUTE_MS) {
          isPaid = true;
          for (const eventId of ['once', 'once', 'once']) await payOrder(setup, onlineOrders.paid, eventId);
        }
        if (!isRestocked && clock.at >= startedAt + 5 * HOUR_MS) {
          isRestocked = true;
          await setStock(db, 'TK-L', [3], { why: 'count', at: clock.at });
          await payOrder(setup, onlineOrders.late, 'late');
        }
        await runJobs();
        const isExpired = (await readExchange()).state === 'expired';
        if (clock.at < exchangeExpiresAt) expect(isExpired, 'the exchange does not expire too early').toBe(false);
      }
      for (let round = 0; round < 3; round++) {
        clock.at += MINUTE_MS;
        await runJobs();
      }

      const releaseEvents = await readEvents(setup, 'released');
      expect(releaseEvents.map(({ order_id }) => order_id).sort()).toEqual(
        [onlineOrders.abandoned.id, onlineOrders.late.id].sort(),
      );
      for (const { at } of releaseEvents) {
        expect(at).toBeGreaterThanOrEqual(abandonedUntil);
        expect(at).toBeLessThanOrEqual(abandonedUntil + STEP_MS + MINUTE_MS);
      }
      expect((await readExchange()).state).toBe('expired');
      const states = await db.write.selectFrom('orders').select(['id', 'order_status']).execute();
      const findState = (id: string) => states.find((order) => order.id === id)?.order_status;
      for (const state of ['placed', 'shipped', 'delivered', 'cancelled'] as const)
        expect(findState(orders[state].id)).toBe(state);
      expect(findState(onlineOrders.paid.id)).toBe('placed');
      expect(findState(onlineOrders.abandoned.id)).toBe('cancelled');
      await checkStock(setup);
      await checkMails(setup, mailServer.received);
      const unsentMails = db.write.selectFrom('outbox').select('subject').where('sent_at', 'is', null);
      expect(await unsentMails.where('gave_up_at', 'is', null).execute()).toEqual([]);
    },
    30 * MINUTE_MS,
  );

  /** Expects that the ledger of each variant adds up to its stock. */
  async function checkStock({ db }: Setup): Promise<void> {
    const sums = await db.write
      .selectFrom('variant')
      .leftJoin('stock_ledger', 'stock_ledger.variant_id', 'variant.id')
      .select(['variant.id', 'variant.quantity'])
      .select(({ fn }) => fn.sum('stock_ledger.change').as('sum'))
      .groupBy(['variant.id', 'variant.quantity'])
      .execute();
    for (const { quantity, sum } of sums) expect(Number(sum ?? 0)).toBe(quantity);
  }

  /** Expects that no email was sent twice, and that the owner got one digest each morning. */
  async function checkMails({ db }: Setup, received: readonly ReceivedMail[]): Promise<void> {
    const mails = await db.write.selectFrom('outbox').select(['to_address', 'subject', 'text']).execute();
    const texts = mails.map((mail) => Object.values(mail).join());
    const ids = received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
    expect(new Set(ids).size, 'no email is sent twice').toBe(received.length);
    expect(new Set(texts).size, 'nobody gets the same email twice').toBe(texts.length);
    const sentMails = received.map(({ to, subject }) => `${to}: ${subject}`);
    expect(received.filter(({ to }) => to === 'waits@example.in')).toHaveLength(1);
    const digests = sentMails.filter((line) => /^owner@kora\.in: .*2026: /.test(line));
    expect(digests.length, 'one email each morning').toBeGreaterThanOrEqual(2);
    expect(digests.length).toBeLessThanOrEqual(3);
  }
});
