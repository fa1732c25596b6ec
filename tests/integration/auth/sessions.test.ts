import { expect, test } from 'vitest';
import { deleteExpiredAuthRows } from '#lib/customers/auth/delete-expired.server.ts';
import { listDevices } from '#lib/customers/auth/sessions/devices.server.ts';
import { customerJson, readSession, startSession } from '#lib/customers/auth/sessions/session.server.ts';
import { recordVerifiedMailbox } from '#lib/customers/auth/verified-mailbox.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer } from '#support/goods.ts';

const START = 1_771_000_000_000;
const MAX_CLOCK_SKEW_MS = 300_000;

onBothEngines('a session', (open) => {
  async function setUp() {
    const db = await open();
    const clock = { at: START };
    const shop = { db, now: () => clock.at };
    const asha = await newCustomer(db, 'asha@example.in');
    const start = (device = 'Chrome on Android', time = clock.at) =>
      transaction(db, (tx) => startSession(tx, time, asha, device));
    const readRows = () =>
      db.write.selectFrom('session').select(['created_at', 'seen_at']).orderBy('created_at').execute();
    const isValidAt = async (time: number, token: string) => {
      clock.at = time;
      return (await readSession(shop, token)) !== undefined;
    };
    return { db, clock, shop, asha, start, readRows, isValidAt };
  }

  test('contains its customer without internal columns', async () => {
    const { shop, asha, start } = await setUp();
    const session = await readSession(shop, await start());
    expect(session?.customer).toEqual({
      id: asha,
      email: 'asha@example.in',
      name: '',
      mobile: '',
      gender: null,
      dob: null,
      image_file: null,
      created_at: 0,
    });
    expect(session && customerJson({ ...session.customer, image_file: 'f1' })).toEqual({
      _id: asha,
      name: '',
      email: 'asha@example.in',
      featured_image: '/public/profile/image?v=f1',
    });
    expect(await readSession(shop, 'forged')).toBeUndefined();
  });

  test('ends permanently after fourteen days without a visit', async () => {
    const { start, readRows, isValidAt } = await setUp();
    const token = await start();
    expect(await isValidAt(START + 14 * DAY_MS - 1, token)).toBe(true);
    const otherToken = await start('Other', START);
    expect(await isValidAt(START + 14 * DAY_MS, otherToken)).toBe(false);
    // Setting the clock back does not make the session valid again.
    expect(await isValidAt(START, otherToken)).toBe(false);
    expect(await readRows()).toHaveLength(1);
  });

  test('ends thirty days after the login, however often it is used', async () => {
    const { start, isValidAt } = await setUp();
    const token = await start();
    for (let day = 1; day < 30; day++) expect(await isValidAt(START + day * DAY_MS, token)).toBe(true);
    expect(await isValidAt(START + 30 * DAY_MS - 1, token)).toBe(true);
    expect(await isValidAt(START + 30 * DAY_MS, token)).toBe(false);
  });

  test('stores its last use at most once an hour', async () => {
    const { start, readRows, isValidAt } = await setUp();
    const token = await start();
    await isValidAt(START + HOUR_MS, token);
    expect(await readRows()).toEqual([{ created_at: START, seen_at: START }]);
    await isValidAt(START + HOUR_MS + 1, token);
    expect(await readRows()).toEqual([{ created_at: START, seen_at: START + HOUR_MS + 1 }]);
  });

  test('that starts more than five minutes in the future is backdated to the current time', async () => {
    const { start, readRows, isValidAt } = await setUp();
    const token = await start('Ahead', START + MAX_CLOCK_SKEW_MS);
    await isValidAt(START, token);
    expect((await readRows())[0]).toEqual({
      created_at: START + MAX_CLOCK_SKEW_MS,
      seen_at: START + MAX_CLOCK_SKEW_MS,
    });
    await isValidAt(START - 1, token);
    expect((await readRows())[0]).toEqual({ created_at: START - 1, seen_at: START - 1 });
  });

  test('is listed as a device: the current session first, then by last use, without expired sessions', async () => {
    const { db, clock, shop, asha, start } = await setUp();
    await start('Oldest');
    await start('Middle', START + 1);
    await start('Newest', START + 2);
    const devices = await listDevices(shop, asha, 'none');
    expect(devices.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Newest', false],
      ['Middle', false],
      ['Oldest', false],
    ]);
    const currentId = devices[2]?._id ?? '';
    expect((await listDevices(shop, asha, currentId)).map(({ device }) => device)).toEqual([
      'Oldest',
      'Newest',
      'Middle',
    ]);
    clock.at = START + 14 * DAY_MS;
    expect((await listDevices(shop, asha, currentId)).map(({ device }) => device)).toEqual(['Newest', 'Middle']);
    await db.write
      .updateTable('session')
      .set({ seen_at: START + 30 * DAY_MS })
      .execute();
    clock.at = START + 30 * DAY_MS + 1;
    expect((await listDevices(shop, asha, currentId)).map(({ device }) => device)).toEqual(['Newest']);
    expect(await listDevices(shop, 'another', currentId)).toEqual([]);
  });

  test('is deleted after it expires, as are codes, links, rate limit windows and verified mailboxes', async () => {
    const { db, clock, shop, start } = await setUp();
    await start('Idle', START - 14 * DAY_MS);
    await start('Visited', START - 14 * DAY_MS + 1);
    await start('Long', START - 30 * DAY_MS);
    await db.write.updateTable('session').set({ seen_at: START }).where('device', '=', 'Long').execute();
    const expiries = [START, START + 1, START + 600_000 + MAX_CLOCK_SKEW_MS, START + 600_000 + MAX_CLOCK_SKEW_MS + 1];
    const code = { purpose: 'login' as const, email: 'a@example.in', details_json: null, next: null, code_hash: null };
    for (const expires_at of expiries) {
      const row = {
        ...code,
        id: `c${expires_at}`,
        digits: 4,
        tries_left: 3,
        created_at: START,
        expires_at,
        used_at: null,
      };
      await db.write.insertInto('code_challenge').values(row).execute();
    }
    for (const [n, expires_at] of [START, START + 1, START + 3 * DAY_MS].entries()) {
      const customer_id = await newCustomer(db, `c${n}@example.in`);
      const link = { token_hash: `l${n}`, customer_id, next: null, expires_at, used_at: null };
      await db.write.insertInto('sign_in_link').values(link).execute();
    }
    for (const [n, started_at] of [START - DAY_MS - 1, START - DAY_MS].entries()) {
      await db.write
        .insertInto('rate_window')
        .values({ key: `k${n}`, started_at, count: 1 })
        .execute();
    }
    clock.at = START - 30 * DAY_MS;
    await recordVerifiedMailbox(db.write, { ...shop, secretKey: 'k'.repeat(32) }, 'a@example.in');
    clock.at = START;
    await deleteExpiredAuthRows(shop);
    const readExpiries = async (table: 'code_challenge' | 'sign_in_link') =>
      (await db.write.selectFrom(table).select('expires_at').orderBy('expires_at').execute()).map(
        (row) => row.expires_at,
      );
    expect(await readExpiries('code_challenge')).toEqual(expiries.slice(1, 3));
    expect(await readExpiries('sign_in_link')).toEqual([START + 1]);
    expect((await db.write.selectFrom('session').select('device').execute()).map(({ device }) => device)).toEqual([
      'Visited',
    ]);
    expect((await db.write.selectFrom('rate_window').select('key').execute()).map(({ key }) => key)).toEqual(['k1']);
    expect(await db.write.selectFrom('proven_mailbox').select('token_hash').execute()).toEqual([]);
  });
});
