import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { setField } from '#lib/content/publishing/settings-commands.server.ts';
import type { Browser } from '#lib/customers/auth/logged-in.server.ts';
import { requestLogin, requestRegistration, verifyCode } from '#lib/customers/auth/login.server.ts';
import { readSession } from '#lib/customers/auth/sessions/session.server.ts';
import {
  clockJumpWatch,
  sweepExchangesAndReport,
  sweepHoldsAndReport,
  timesOfRules,
} from '#lib/operations/jobs/clock-jumps.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/primitives/durations.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer, stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { OWNERS_DATES, PAST_TIMES } from '#support/time-columns.ts';

const HOLDS = readSettings({}).holds;
/** Columns that end nothing too early, or that no clock writes. */
const EXCEPTIONS = new Map([
  ['orders.cash_due', 'not a time'],
  ['outbox.due_at', 'a mail that waits for another try leaves sooner'],
  ['cdn_purge.held_until', 'a purge that is repeated changes nothing'],
  ['cdn_purge.build_at', 'a purge that is repeated changes nothing'],
  ['hold_party.seen_at', 'read by the clean-up alone'],
  ['upstream_fault.first_at', 'told to the owner'],
  ['upstream_fault.last_at', 'told to the owner'],
  ['upstream_fault.well_at', 'told to the owner'],
  ['staff_session.seen_at', 'staff sign in again'],
  ['staff_session.confirmed_at', 'staff confirm again'],
  ['shipment.due_at', 'a task that waits for another try is tried sooner'],
  ['shipment.leased_until', 'a step that is repeated finds what the first one has done'],
  ['shipment.polled_at', 'the courier is asked sooner'],
  ['shipment.status_at', 'the time of the courier'],
  ['shipment.answered_at', 'compared with the time of the courier'],
  ['staff_challenge.expires_at', 'staff request another code'],
  ...OWNERS_DATES.map((column) => [column, 'the owner’s own date'] as const),
]);
onBothEngines('a clock that was two days slow and is corrected', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const monotonic = { at: 1_000 };
    const log = pino({ level: 'silent' });
    const shop = { ...fixture.shop, log, settings: { ...readSettings({}), ...fixture.shop.settings } };
    await setField(shop, SETTINGS, { field: 'ownerMails.to', value: 'owner@kora.in', when: () => undefined });
    const watch = () => clockJumpWatch(shop, () => monotonic.at);
    const processes = [watch(), watch()];
    return {
      ...fixture,
      shop,
      db,
      /** Time passes for both clocks. */
      pass(ms: number) {
        fixture.clock.at += ms;
        monotonic.at += ms;
      },
      setForward: (ms: number) => (fixture.clock.at += ms),
      /** As each process calls it before its jobs. */
      adjust: async () => {
        await Promise.all(processes.map((process) => process()));
      },
      clockMails: async () => (await fixture.mails('owner_clock')).length,
    };
  }
  type Made = Awaited<ReturnType<typeof setUp>>;

  const unpaid = async ({ place, cartOf }: Made) =>
    (await place(await cartOf(['test-scarf', 1]), { payment: 'test' })).id;
  const held = async ({ db }: Made, id: string) =>
    (await db.write.selectFrom('orders').select('stock_held').where('id', '=', id).executeTakeFirstOrThrow())
      .stock_held === 1;

  test('keeps an order that is a minute old as long as any other', async () => {
    const made = await setUp();
    const id = await unpaid(made);
    made.pass(MINUTE_MS);
    await made.adjust();
    made.setForward(2 * DAY_MS);
    made.pass(SECOND_MS);
    await made.adjust();
    await sweepHoldsAndReport(made.shop);
    expect(await held(made, id)).toBe(true);
    made.pass(HOLDS.holdMs - 2 * MINUTE_MS);
    await made.adjust();
    await sweepHoldsAndReport(made.shop);
    expect(await held(made, id), 'not too early').toBe(true);
    made.pass(2 * MINUTE_MS);
    await sweepHoldsAndReport(made.shop);
    expect(await held(made, id), 'not later than others').toBe(false);
    expect(await made.clockMails()).toBe(1);
  });

  test('an unseen clock jump ends nothing at once: overdue orders get a new hold, and the owner is notified', async () => {
    const made = await setUp();
    const ids = [await unpaid(made), await unpaid(made)];
    made.setForward(2 * DAY_MS);
    for (let sweeps = 0; sweeps < 3; sweeps++) await sweepHoldsAndReport(made.shop);
    for (const id of ids) expect(await held(made, id)).toBe(true);
    expect(await made.clockMails()).toBe(1);
    made.pass(HOLDS.holdMs);
    await sweepHoldsAndReport(made.shop);
    for (const id of ids) expect(await held(made, id)).toBe(false);
  });

  test('extends exchanges in the same way, for a day', async () => {
    const made = await setUp();
    const customer_id = await newCustomer(made.db, 'asha@example.in');
    const at = made.clock.at;
    await made.db.write
      .insertInto('exchange')
      .values({
        id: newId(),
        order_id: await unpaid(made),
        customer_id,
        reasons_json: '[]',
        custom_reason: '',
        answer: null,
        has_original_packaging: 1,
        state: 'approved',
        expires_at: at + HOUR_MS,
        created_at: at,
        updated_at: at,
      })
      .execute();
    const state = async () =>
      (await made.db.write.selectFrom('exchange').select('state').executeTakeFirstOrThrow()).state;
    made.setForward(2 * DAY_MS);
    for (let sweeps = 0; sweeps < 3; sweeps++) await sweepExchangesAndReport(made.shop);
    expect(await state()).toBe('approved');
    made.pass(DAY_MS);
    await sweepExchangesAndReport(made.shop);
    expect(await state()).toBe('expired');
  });

  test('codes and sessions keep their remaining time', async () => {
    const made = await setUp();
    const { shop } = made;
    const browser = (challengeToken?: string): Browser => ({
      networks: networksOf('203.0.113.7'),
      device: 'Chrome on Android',
      challengeToken,
    });
    const code = async () => /^\d{4}$/m.exec((await made.mails()).at(-1)?.text ?? '')?.[0] ?? '';
    const who = { email: 'asha@example.in', name: 'Asha Rao', mobile: '9876543210' };
    const registration = await requestRegistration(shop, who, browser());
    const { sessionToken } = await verifyCode(shop, { otp: await code() }, browser(registration));
    made.pass(MINUTE_MS);
    const login = await requestLogin(shop, { email: who.email }, browser());
    const otp = await code();
    made.pass(MINUTE_MS);
    await made.adjust();
    made.setForward(20 * DAY_MS);
    made.pass(SECOND_MS);
    await made.adjust();
    expect(await readSession(shop, sessionToken), 'nobody is logged out').toBeDefined();
    await expect(verifyCode(shop, { otp }, browser(login)), 'the code is valid').resolves.toBeDefined();
  });

  test('every time column used by a rule is one of those, or has a reason', async () => {
    const { db } = await setUp();
    const moved = new Set(timesOfRules({ holds: HOLDS }).map(({ table, column }) => `${table}.${column}`));
    const tables = await db.write.introspection.getTables();
    const times = tables.flatMap(({ name, columns }) =>
      columns
        .filter((column) => /(^|_)(at|until|due|expires)$/.test(column.name) && !PAST_TIMES.test(column.name))
        .map((column) => `${name}.${column.name}`),
    );
    expect(times.filter((time) => !moved.has(time) && !EXCEPTIONS.has(time))).toEqual([]);
    for (const { table, column } of timesOfRules({ holds: HOLDS }))
      await sql`select ${sql.ref(column)} from ${sql.table(table)} limit 1`.execute(db.write);
  });
});
