import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { correctFutureTimes, futureTimesWatch, limitedTimeColumns } from '#lib/operations/jobs/future-times.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { incrementCount } from '#lib/platform/http/network/rate-limit.server.ts';
import { dueMails, recordFailure } from '#lib/platform/mail/outbox.repo.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { cancelOverdueOrders } from '#lib/sales/orders/holds/order-hold.server.ts';
import { awaitConfirmation } from '#support/cash-confirmation.ts';
import { addCustomer } from '#support/customers.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { queueTestMail } from '#support/queue-mail.ts';
import { insertShipment } from '#support/shipment-row.ts';
import { OWNERS_DATES, PAST_TIMES } from '#support/time-columns.ts';

/**
 * Columns without a limit. Most of these columns are checked when they are read, so that a wrong clock neither makes an
 * expired code valid nor delays an email.
 */
const COLUMNS_WITHOUT_LIMIT = [
  // This is not a time.
  'orders.cash_due',
  'code_challenge.expires_at',
  'sign_in_link.expires_at',
  'mail_lease.expires_at',
  'outbox.due_at',
  'outbox.expires_at',
  'staff_challenge.expires_at',
  'staff_session.seen_at',
  'staff_session.confirmed_at',
  'payment_beginning.begun_at',
  'cdn_purge.held_until',
  'cdn_purge.build_at',
  // This is read only by the clean-up.
  'hold_party.seen_at',
  // These are reported to the owner.
  'upstream_fault.first_at',
  'upstream_fault.last_at',
  'upstream_fault.well_at',
];
const SETTINGS = readSettings({});
const LIMITED_TIMES = limitedTimeColumns(SETTINGS);
const JUMPS_MS = [HOUR_MS, DAY_MS];

onBothEngines('with rows written by a fast clock,', (open) => {
  /** Adds a row to each table with a limited time. */
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const now = fixture.clock.at;
    const order = await fixture.place(await fixture.cartOf(['test-scarf', 1]), { payment: 'test' });
    const { id: customer_id } = await addCustomer(db);
    await db.write.updateTable('session').set({ created_at: now, seen_at: now }).execute();
    await incrementCount(db, now, 'a-limit', HOUR_MS);
    const { id: variant_id } = await db.write.selectFrom('variant').select('id').executeTakeFirstOrThrow();
    await db.write
      .insertInto('restock_request')
      .values({ id: newId(), variant_id, email: 'asha@example.in', mailbox_id: 'm', asked_at: now, told_at: null })
      .execute();
    await awaitConfirmation(db, order.id, now);
    await db.write.updateTable('cash_confirmation').set({ reminded_at: now }).execute();
    const timestamps = { created_at: now, updated_at: now };
    const attempt = {
      id: newId(),
      order_id: order.id,
      provider: 'test',
      provider_order_id: 'p',
      status: 'begun',
    } as const;
    await db.write
      .insertInto('payment_attempt')
      .values({ ...attempt, amount_paise: 1, created_at: now, asked_at: now })
      .execute();
    const exchange = {
      id: newId(),
      order_id: order.id,
      customer_id,
      reasons_json: '[]',
      custom_reason: '',
      answer: null,
    };
    await db.write
      .insertInto('exchange')
      .values({ ...exchange, ...timestamps, has_original_packaging: 1, state: 'approved', expires_at: now })
      .execute();
    const shipmentTimes = { due_at: now, leased_until: now, polled_at: now, status_at: now, answered_at: now };
    await insertShipment(db, order.id, shipmentTimes);
    return { ...fixture, db, now };
  }

  const readTimes = async (db: ShopDatabase, table: string, column: string) =>
    (await sql<{ at: number }>`select ${sql.ref(column)} as at from ${sql.table(table)}`.execute(db.write)).rows.map(
      ({ at }) => at,
    );

  test('each limited time is corrected to the latest time that its rule allows', async () => {
    const { db, now } = await setUp();
    for (const { table, column, maxAheadMs, condition } of LIMITED_TIMES) {
      const source = condition === `source <> 'shop'` ? 'phone' : 'shop';
      if (condition) await db.write.updateTable('orders').set({ source }).execute();
      const setTime = (at: number) => sql`update ${sql.table(table)} set ${sql.ref(column)} = ${at}`.execute(db.write);
      await setTime(now + maxAheadMs);
      expect(await correctFutureTimes(db.write, now, SETTINGS), `${table}.${column} as the rule sets it`).toBe(0);
      for (const jumpMs of JUMPS_MS) {
        await setTime(now + maxAheadMs + jumpMs);
        expect(await correctFutureTimes(db.write, now, SETTINGS)).toBeGreaterThan(0);
        expect(new Set(await readTimes(db, table, column)), `${table}.${column}`).toEqual(new Set([now + maxAheadMs]));
      }
    }
  });

  test('all other time columns are in the past, set by the owner or known to need no limit', async () => {
    const { db } = await setUp();
    const knownColumns = new Set([
      ...COLUMNS_WITHOUT_LIMIT,
      ...OWNERS_DATES,
      ...LIMITED_TIMES.map(({ table, column }) => `${table}.${column}`),
    ]);
    const tables = await db.write.introspection.getTables();
    const timeColumns = tables.flatMap(({ name, columns }) =>
      columns
        .filter((column) => /(^|_)(at|until|due|expires)$/.test(column.name) && !PAST_TIMES.test(column.name))
        .map((column) => `${name}.${column.name}`),
    );
    expect(timeColumns.length).toBeGreaterThan(LIMITED_TIMES.length);
    expect(timeColumns.filter((time) => !knownColumns.has(time))).toEqual([]);
  });

  test('a hold from the future ends at the same time as a hold made now', async () => {
    const { db, shop, clock, cartOf, place, now } = await setUp();
    clock.at = now + DAY_MS;
    const { id } = await place(await cartOf(['test-scarf', 1]), { payment: 'test' });
    clock.at = now;
    const log = pino({ level: 'silent' });
    await futureTimesWatch({ db, now: shop.now, log, settings: SETTINGS })();
    clock.at = now + SETTINGS.holds.holdMs;
    await cancelOverdueOrders(shop);
    const order = await db.write
      .selectFrom('orders')
      .select('stock_held')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(order.stock_held).toBe(0);
  });

  test('the watch corrects times again only when the clock is set back', async () => {
    const { db, now } = await setUp();
    const clock = { aheadMs: DAY_MS };
    const watch = futureTimesWatch({
      db,
      now: () => Math.round(now + clock.aheadMs + performance.now()),
      log: pino({ level: 'silent' }),
      settings: SETTINGS,
    });
    await watch();
    await db.write
      .updateTable('payment_attempt')
      .set({ asked_at: now + DAY_MS })
      .execute();
    await watch();
    expect(await readTimes(db, 'payment_attempt', 'asked_at')).toEqual([now + DAY_MS]);
    clock.aheadMs = 0;
    await watch();
    expect((await readTimes(db, 'payment_attempt', 'asked_at'))[0]).toBeLessThan(now + HOUR_MS);
  });

  test('an email from the future is due immediately; a retry waits for its pause but not for days', async () => {
    const { db, now } = await setUp();
    await db.write.deleteFrom('outbox').execute();
    const queue = (at: number) => queueTestMail(db, { subject: 'Hello', now: at });
    for (const jumpMs of JUMPS_MS) {
      const id = await queue(now + jumpMs);
      expect((await dueMails(db, now, 10)).map((mail) => mail.id)).toEqual([id]);
      await db.write.updateTable('outbox').set({ attempts: 1 }).execute();
      await recordFailure(
        db,
        { id: String(id), attempts: 1 },
        { unsure: 0, failing_since: now, refused_since: null, last_error: 'later', due_at: now + 30_000 },
      );
      expect(await dueMails(db, now, 10), 'the retry waits for its pause').toEqual([]);
      await recordFailure(
        db,
        { id: String(id), attempts: 1 },
        { unsure: 0, failing_since: now, refused_since: null, last_error: 'later', due_at: now + 3 * DAY_MS },
      );
      expect(await dueMails(db, now, 10)).toHaveLength(1);
      await db.write.deleteFrom('outbox').execute();
    }
  });
});
