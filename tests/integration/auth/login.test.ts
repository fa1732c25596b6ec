import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { CODE_EXPIRED, CODE_TOO_MANY, CODE_TOO_SOON, CODE_WRONG, LINK_MAILED } from '#lib/customers/auth/codes.ts';
import { type Browser, logOut, redeemLoginLink } from '#lib/customers/auth/log-in-out.server.ts';
import { requestLogin, requestRegistration, resendCode, verifyCode } from '#lib/customers/auth/login.server.ts';
import { readSession } from '#lib/customers/auth/sessions/session.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';

const EMAIL = 'asha@example.in';
const ASHA = { email: EMAIL, name: 'Asha Rao', mobile: '9876543210' };

function setUpShop(db: ShopDatabase, env: Record<string, string> = {}) {
  const clock = { time: 1_771_000_000_000 };
  const shop = {
    db,
    settings: readSettings(env),
    secretKey: 'a key that is only for tests, 32 characters',
    log: pino({ level: 'silent' }),
    now: () => clock.time,
  };
  const readMails = async (to = EMAIL) =>
    db.write.selectFrom('outbox').selectAll().where('to_address', '=', to).orderBy('created_at').execute();
  const readNewestCode = async (to = EMAIL) => /^\d+$/m.exec((await readMails(to)).at(-1)?.text ?? '')?.[0] ?? '';
  return { shop, clock, readMails, readNewestCode };
}

function browser(challengeToken?: string, more: Partial<Browser> = {}): Browser {
  return { networks: networksOf('203.0.113.7'), device: 'Chrome on Android', challengeToken, ...more };
}

const wrongCodeFor = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');

onBothEngines('for login with an emailed code', (open) => {
  async function registerCustomer(env: Record<string, string> = {}) {
    const testShop = setUpShop(await open(), env);
    const token = await requestRegistration(testShop.shop, ASHA, browser());
    const login = await verifyCode(testShop.shop, { otp: await testShop.readNewestCode() }, browser(token));
    testShop.clock.time += MINUTE_MS;
    return { ...testShop, login };
  }

  test('registration creates the customer after the email address is verified, and logs them in', async () => {
    const { shop, readNewestCode, readMails } = setUpShop(await open());
    const token = await requestRegistration(shop, { ...ASHA, next: '/cart' }, browser());
    expect(await shop.db.write.selectFrom('customer').select('id').execute()).toEqual([]);
    expect((await readMails())[0]?.subject).toContain(await readNewestCode());
    const login = await verifyCode(shop, { otp: await readNewestCode() }, browser(token));
    expect(login).toMatchObject({ customer: ASHA, next: '/cart' });
    expect((await readSession(shop, login.sessionToken))?.customer).toMatchObject(ASHA);
    expect(JSON.stringify(await shop.db.write.selectFrom('code_challenge').selectAll().execute())).not.toContain(
      `"${await readNewestCode()}"`,
    );
  });

  test('a code is valid only once, in the browser that requested it, for ten minutes', async () => {
    const { shop, clock, readNewestCode } = await registerCustomer();
    const token = await requestLogin(shop, { email: EMAIL }, browser());
    await expect(verifyCode(shop, { otp: await readNewestCode() }, browser('another'))).rejects.toThrow(CODE_EXPIRED);
    await verifyCode(shop, { otp: await readNewestCode() }, browser(token));
    await expect(verifyCode(shop, { otp: await readNewestCode() }, browser(token))).rejects.toThrow(CODE_EXPIRED);
    clock.time += MINUTE_MS;
    const lateToken = await requestLogin(shop, { email: EMAIL }, browser());
    clock.time += 10 * MINUTE_MS;
    await expect(verifyCode(shop, { otp: await readNewestCode() }, browser(lateToken))).rejects.toThrow(CODE_EXPIRED);
  });

  test('three wrong codes invalidate a code, even concurrently', async () => {
    const { shop, readNewestCode } = await registerCustomer();
    const token = await requestLogin(shop, { email: EMAIL }, browser());
    const validCode = await readNewestCode();
    const attempts = Array.from({ length: 20 }, () =>
      verifyCode(shop, { otp: wrongCodeFor(validCode) }, browser(token)),
    );
    const messages = (await Promise.allSettled(attempts)).map(
      (result) => result.status === 'rejected' && result.reason.message,
    );
    expect(messages.filter((text) => text === CODE_WRONG)).toHaveLength(3);
    expect(messages.filter((text) => text === CODE_EXPIRED)).toHaveLength(17);
    await expect(verifyCode(shop, { otp: validCode }, browser(token))).rejects.toThrow(CODE_EXPIRED);
  });

  test('a code for one email address is not valid for another', async () => {
    const { shop, readNewestCode } = await registerCustomer();
    const token = await requestLogin(shop, { email: EMAIL }, browser());
    await expect(
      verifyCode(shop, { email: 'eve@example.in', otp: await readNewestCode() }, browser(token)),
    ).rejects.toThrow(CODE_WRONG);
  });

  test('a new code can be requested after half a minute, and invalidates the previous one', async () => {
    const { shop, clock, readNewestCode } = await registerCustomer();
    const firstToken = await requestLogin(shop, { email: EMAIL, next: '/checkout' }, browser());
    const firstCode = await readNewestCode();
    await expect(resendCode(shop, browser(firstToken))).rejects.toThrow(CODE_TOO_SOON);
    clock.time += 30_000;
    const secondToken = await resendCode(shop, browser(firstToken));
    await expect(verifyCode(shop, { otp: firstCode }, browser(firstToken))).rejects.toThrow(CODE_EXPIRED);
    expect((await verifyCode(shop, { otp: await readNewestCode() }, browser(secondToken))).next).toBe('/checkout');
  });

  test('five codes an hour are sent per network and email address, then a link', async () => {
    const { shop, clock, readMails } = await registerCustomer();
    for (let i = 0; i < 5; i++) await requestLogin(shop, { email: EMAIL }, browser());
    await requestLogin(shop, { email: EMAIL }, browser());
    expect((await readKinds(readMails)).slice(1)).toEqual([...Array(5).fill('code'), 'link']);
    await expect(requestLogin(shop, { email: EMAIL }, browser())).rejects.toThrow(LINK_MAILED);
    clock.time += 15 * MINUTE_MS;
    await requestLogin(shop, { email: EMAIL }, browser());
    expect((await readKinds(readMails)).slice(-2)).toEqual(['link', 'link']);
    clock.time += 45 * MINUTE_MS;
    await requestLogin(shop, { email: EMAIL }, browser());
    expect((await readKinds(readMails)).at(-1)).toBe('code');
  });

  test('requests for an unknown email address are limited in the same way', async () => {
    const { shop, readMails } = setUpShop(await open(), { DISCLOSURE: 'private' });
    for (let i = 0; i < 6; i++) await requestLogin(shop, { email: EMAIL }, browser());
    await expect(requestLogin(shop, { email: EMAIL }, browser())).rejects.toThrow(LINK_MAILED);
    expect(await readKinds(readMails)).toEqual(Array(5).fill('explanation'));
  });

  test('codes are limited per network, then links are sent, then nothing; other networks are unaffected', async () => {
    const { shop, readMails } = await registerCustomer({ MAILS_AN_HOUR: '3' });
    const requestCode = (email: string, address = '198.51.100.1') =>
      requestLogin(shop, { email }, browser(undefined, { networks: networksOf(address) }));
    for (let i = 0; i < 3; i++) await expect(requestCode(`no${i}@example.in`)).rejects.toThrow('user not found');
    await requestCode(EMAIL);
    expect((await readKinds(readMails)).at(-1)).toBe('link');
    for (let i = 0; i < 29; i++) await expect(requestCode(`no${i}@example.in`)).rejects.toThrow('user not found');
    await expect(requestCode('no@example.in')).rejects.toThrow(CODE_TOO_MANY);
    await expect(requestCode(EMAIL)).rejects.toThrow(CODE_TOO_MANY);
    await requestCode(EMAIL, '198.51.100.2');
    expect((await readKinds(readMails)).at(-1)).toBe('code');
  });

  test('200 registrations from one /48 network cause only as many emails as four home networks may', async () => {
    const { shop } = await registerCustomer({ MAILS_AN_HOUR: '30' });
    const register = (n: number) => {
      const network = `2001:db8:7:${n.toString(16)}::1`;
      const person = { email: `invented${n}@example.in`, name: 'Asha', mobile: '9876543210' };
      return requestRegistration(shop, person, browser(undefined, { networks: networksOf(network) }));
    };
    let mailCount = 0;
    for (let n = 0; n < 200; n++) {
      const registration = register(n * 256).then(() => mailCount++);
      await registration.catch((error) => expect(error.message).toBe(CODE_TOO_MANY));
    }
    expect(mailCount).toBe(120);
  });

  test('after ten wrong codes, login requires an emailed link; once it is used, codes are emailed again', async () => {
    const { shop, clock, readMails, readNewestCode } = await registerCustomer();
    for (let round = 0; round < 4; round++) {
      const token = await requestLogin(shop, { email: EMAIL }, browser());
      for (let i = 0; i < 3; i++)
        await verifyCode(shop, { otp: wrongCodeFor(await readNewestCode()) }, browser(token)).catch(() => undefined);
      clock.time += 15 * MINUTE_MS;
    }
    const challengeToken = await requestLogin(shop, { email: EMAIL }, browser());
    const mail = (await readMails()).at(-1);
    expect(mail?.kind).toBe('link');
    await expect(verifyCode(shop, { otp: '0000' }, browser(challengeToken))).rejects.toThrow(CODE_WRONG);
    const linkToken = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const login = await redeemLoginLink(shop, linkToken, browser());
    expect(login.customer.email).toBe(EMAIL);
    await expect(redeemLoginLink(shop, linkToken, browser())).rejects.toThrow('no longer valid');
    clock.time += 60 * MINUTE_MS;
    await requestLogin(shop, { email: EMAIL }, browser());
    expect((await readMails()).at(-1)?.kind).toBe('code');
  });

  test('after two hundred wrong codes in a day, an unknown device gets a link, and a known one a code', async () => {
    const { shop, clock, readMails, login } = await registerCustomer();
    await shop.db.write
      .insertInto('rate_window')
      .values({ key: 'wrong-codes', started_at: clock.time, count: 200 })
      .execute();
    await requestLogin(shop, { email: EMAIL }, browser());
    expect((await readMails()).at(-1)?.kind).toBe('link');
    clock.time += MINUTE_MS;
    await requestLogin(shop, { email: EMAIL }, browser(undefined, { deviceToken: login.deviceToken }));
    expect((await readMails()).at(-1)?.kind).toBe('code');
  });

  test('an alarm is logged once, at the two-hundredth wrong code of the day', async () => {
    const { shop, clock, readNewestCode } = await registerCustomer();
    const lines: { level: number; msg: string }[] = [];
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
    await shop.db.write
      .insertInto('rate_window')
      .values({ key: 'wrong-codes', started_at: clock.time, count: 198 })
      .execute();
    const token = await requestLogin(shop, { email: EMAIL }, browser());
    const lineCounts: number[] = [];
    for (let i = 0; i < 3; i++) {
      await verifyCode({ ...shop, log }, { otp: wrongCodeFor(await readNewestCode()) }, browser(token)).catch(
        () => undefined,
      );
      lineCounts.push(lines.length);
    }
    expect(lineCounts).toEqual([0, 1, 1]);
    expect(lines[0]).toMatchObject({ level: 50, msg: expect.stringContaining('alarm') });
    expect(JSON.stringify(lines)).not.toContain(EMAIL);
  });

  test('a response states whether an email address has an account; in private mode, only an email does', async () => {
    const { shop } = await registerCustomer();
    await expect(requestLogin(shop, { email: 'no@example.in' }, browser())).rejects.toThrow('user not found');
    await expect(requestRegistration(shop, ASHA, browser())).rejects.toThrow('already has an account');
    const privateShop = await registerCustomer({ DISCLOSURE: 'private' });
    const token = await requestLogin(privateShop.shop, { email: 'no@example.in' }, browser());
    expect((await privateShop.readMails('no@example.in'))[0]?.kind).toBe('explanation');
    await expect(verifyCode(privateShop.shop, { otp: '1234' }, browser(token))).rejects.toThrow(CODE_WRONG);
    await requestRegistration(privateShop.shop, ASHA, browser());
    expect((await privateShop.readMails()).at(-1)?.kind).toBe('explanation');
  });

  test('a session ends at logout, at logout on all devices, after 14 days without use, and after 30 days', async () => {
    const { shop, clock, readNewestCode, login } = await registerCustomer();
    const logInAgain = async () => {
      clock.time += 15 * MINUTE_MS;
      const token = await requestLogin(shop, { email: EMAIL }, browser());
      return (await verifyCode(shop, { otp: await readNewestCode() }, browser(token))).sessionToken;
    };
    const secondToken = await logInAgain();
    await logOut(shop, secondToken, false);
    expect(await readSession(shop, secondToken)).toBeUndefined();
    expect(await readSession(shop, login.sessionToken)).toBeDefined();
    const thirdToken = await logInAgain();
    await logOut(shop, thirdToken, true);
    expect(await readSession(shop, login.sessionToken)).toBeUndefined();
    const fourthToken = await logInAgain();
    clock.time += 13 * 24 * 60 * MINUTE_MS;
    expect(await readSession(shop, fourthToken)).toBeDefined();
    clock.time += 14 * 24 * 60 * MINUTE_MS;
    expect(await readSession(shop, fourthToken)).toBeUndefined();
    const fifthToken = await logInAgain();
    for (let day = 0; day < 30; day += 10) {
      expect(await readSession(shop, fifthToken)).toBeDefined();
      clock.time += 10 * 24 * 60 * MINUTE_MS;
    }
    expect(await readSession(shop, fifthToken)).toBeUndefined();
  });

  test('a session can be read while its last use can’t be stored', async () => {
    const { shop, clock, login } = await registerCustomer();
    clock.time += 120 * MINUTE_MS;
    await makeSessionUpdatesFail(shop.db);
    expect((await readSession(shop, login.sessionToken))?.customer).toMatchObject(ASHA);
  });
});

async function readKinds(readMails: () => Promise<{ kind: string }[]>): Promise<string[]> {
  return (await readMails()).map(({ kind }) => kind);
}

/** Makes updates to sessions fail; on SQLite, all writes. */
async function makeSessionUpdatesFail({ engine, write }: ShopDatabase): Promise<void> {
  if (engine === 'sqlite') return void (await sql`pragma query_only = on`.execute(write));
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no space left' using errcode = '53100'; end $$`.execute(write);
  await sql`create trigger refuse before update on session for each row execute function refuse()`.execute(write);
}
