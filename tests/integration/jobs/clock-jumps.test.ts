import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import type { Browser } from '#lib/customers/auth/log-in-out.server.ts';
import { requestLogin, requestRegistration, verifyCode } from '#lib/customers/auth/login.server.ts';
import { readSession } from '#lib/customers/auth/sessions/session.server.ts';
import { clockJumpWatch, deadlineColumns, sweepAndReport } from '#lib/operations/jobs/clock-jumps.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/primitives/durations.ts';
import { sweepExchanges } from '#lib/sales/exchanges/exchange-admin.server.ts';
import { sweepHolds } from '#lib/sales/orders/holds/order-hold.server.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer, stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { OWNERS_DATES, PAST_TIMES } from '#support/time-columns.ts';

const HOLDS = readSettings({}).holds;
/** Columns that need no adjustment after a clock jump, with the reason. */
const EXCEPTIONS = new Map([
  ['orders.cash_due', 'not a time'],
  ['outbox.due_at', 'an email is retried earlier'],
  ['cdn_purge.held_until', 'repeating a purge has no effect'],
  ['cdn_purge.build_at', 'repeating a purge has no effect'],
  ['hold_party.seen_at', 'read only by the clean-up'],
  ['upstream_fault.first_at', 'only shown to the owner'],
  ['upstream_fault.last_at', 'only shown to the owner'],
  ['upstream_fault.well_at', 'only shown to the owner'],
  ['staff_session.seen_at', 'staff sign in again'],
  ['staff_session.confirmed_at', 'staff confirm again'],
  ['shipment.due_at', 'a task is retried earlier'],
  ['shipment.leased_until', 'a repeated step finds the result of the first'],
  ['shipment.polled_at', 'the courier is polled earlier'],
  ['shipment.status_at', 'a time reported by the courier'],
  ['shipment.answered_at', 'compared with times reported by the courier'],
  ['staff_challenge.expires_at', 'staff request another code'],
  ...OWNERS_DATES.map((column) => [column, 'a date set by the owner'] as const),
]);

onBothEngines('the correction of a slow clock', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const monotonic = { at: 1_000 };
    const log = pino({ level: 'silent' });
    const shop = { ...fixture.shop, log, settings: { ...readSettings({}), ...fixture.shop.settings } };
    await setFields(shop, SETTINGS, { 'ownerMails.to': 'owner@kora.in' });
    const watch = () => clockJumpWatch(shop, () => monotonic.at);
    const processes = [watch(), watch()];
    return {
      ...fixture,
      shop,
      db,
      /** Advances both clocks. */
      advance(ms: number) {
        fixture.clock.at += ms;
        monotonic.at += ms;
      },
      setForward: (ms: number) => (fixture.clock.at += ms),
      /** Runs the check that each process performs before its jobs. */
      adjust: async () => {
        await Promise.all(processes.map((process) => process()));
      },
      countClockMails: async () => (await fixture.mails('owner_clock')).length,
    };
  }
  type Setup = Awaited<ReturnType<typeof setUp>>;

  const placeUnpaidOrder = async ({ place, cartOf }: Setup) =>
    (await place(await cartOf(['test-scarf', 1]), { payment: 'test' })).id;
  const isHeld = async ({ db }: Setup, id: string) =>
    (await db.write.selectFrom('orders').select('stock_held').where('id', '=', id).executeTakeFirstOrThrow())
      .stock_held === 1;

  test('keeps stock reserved for a minute-old order for the usual time', async () => {
    const setup = await setUp();
    const id = await placeUnpaidOrder(setup);
    setup.advance(MINUTE_MS);
    await setup.adjust();
    setup.setForward(2 * DAY_MS);
    setup.advance(SECOND_MS);
    await setup.adjust();
    await sweepAndReport(setup.shop, sweepHolds, 'unpaid order');
    expect(await isHeld(setup, id)).toBe(true);
    setup.advance(HOLDS.holdMs - 2 * MINUTE_MS);
    await setup.adjust();
    await sweepAndReport(setup.shop, sweepHolds, 'unpaid order');
    expect(await isHeld(setup, id), 'the stock is not released too early').toBe(true);
    setup.advance(2 * MINUTE_MS);
    await sweepAndReport(setup.shop, sweepHolds, 'unpaid order');
    expect(await isHeld(setup, id), 'the stock is not released too late').toBe(false);
    expect(await setup.countClockMails()).toBe(1);
  });

  test('releases no stock if the jump is undetected; overdue orders are held again, and the owner is warned', async () => {
    const setup = await setUp();
    const ids = [await placeUnpaidOrder(setup), await placeUnpaidOrder(setup)];
    setup.setForward(2 * DAY_MS);
    for (let sweeps = 0; sweeps < 3; sweeps++) await sweepAndReport(setup.shop, sweepHolds, 'unpaid order');
    for (const id of ids) expect(await isHeld(setup, id)).toBe(true);
    expect(await setup.countClockMails()).toBe(1);
    setup.advance(HOLDS.holdMs);
    await sweepAndReport(setup.shop, sweepHolds, 'unpaid order');
    for (const id of ids) expect(await isHeld(setup, id)).toBe(false);
  });

  test('extends exchanges by a day if the jump is undetected', async () => {
    const setup = await setUp();
    const customer_id = await newCustomer(setup.db, 'asha@example.in');
    const now = setup.clock.at;
    await setup.db.write
      .insertInto('exchange')
      .values({
        id: newId(),
        order_id: await placeUnpaidOrder(setup),
        customer_id,
        reasons_json: '[]',
        custom_reason: '',
        answer: null,
        has_original_packaging: 1,
        state: 'approved',
        expires_at: now + HOUR_MS,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const readState = async () =>
      (await setup.db.write.selectFrom('exchange').select('state').executeTakeFirstOrThrow()).state;
    setup.setForward(2 * DAY_MS);
    for (let sweeps = 0; sweeps < 3; sweeps++) await sweepAndReport(setup.shop, sweepExchanges, 'exchange');
    expect(await readState()).toBe('approved');
    expect((await setup.mails('owner_clock'))[0]?.text).toMatch(
      /1 exchange was overdue .* Its deadline was extended\./,
    );
    setup.advance(DAY_MS);
    await sweepAndReport(setup.shop, sweepExchanges, 'exchange');
    expect(await readState()).toBe('expired');
  });

  test('keeps the remaining time of codes and sessions', async () => {
    const setup = await setUp();
    const { shop } = setup;
    const browser = (challengeToken?: string): Browser => ({
      networks: networksOf('203.0.113.7'),
      device: 'Chrome on Android',
      challengeToken,
    });
    const readCode = async () => /^\d{4}$/m.exec((await setup.mails()).at(-1)?.text ?? '')?.[0] ?? '';
    const person = { email: 'asha@example.in', name: 'Asha Rao', mobile: '9876543210' };
    const registration = await requestRegistration(shop, person, browser());
    const { sessionToken } = await verifyCode(shop, { otp: await readCode() }, browser(registration));
    setup.advance(MINUTE_MS);
    const login = await requestLogin(shop, { email: person.email }, browser());
    const otp = await readCode();
    setup.advance(MINUTE_MS);
    await setup.adjust();
    setup.setForward(20 * DAY_MS);
    setup.advance(SECOND_MS);
    await setup.adjust();
    expect(await readSession(shop, sessionToken), 'the customer stays logged in').toBeDefined();
    await expect(verifyCode(shop, { otp }, browser(login)), 'the code is still valid').resolves.toBeDefined();
  });

  test('adjusts every time column that is not listed as an exception', async () => {
    const { db } = await setUp();
    const adjustedColumns = new Set(deadlineColumns({ holds: HOLDS }).map(({ table, column }) => `${table}.${column}`));
    const tables = await db.write.introspection.getTables();
    const timeColumns = tables.flatMap(({ name, columns }) =>
      columns
        .filter((column) => /(^|_)(at|until|due|expires)$/.test(column.name) && !PAST_TIMES.test(column.name))
        .map((column) => `${name}.${column.name}`),
    );
    expect(timeColumns.filter((column) => !adjustedColumns.has(column) && !EXCEPTIONS.has(column))).toEqual([]);
    for (const { table, column } of deadlineColumns({ holds: HOLDS }))
      await sql`select ${sql.ref(column)} from ${sql.table(table)} limit 1`.execute(db.write);
  });
});
