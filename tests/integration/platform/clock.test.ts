import { pino } from 'pino';
import { expect, test } from 'vitest';
import { CODE_EXPIRED } from '#lib/customers/auth/codes.ts';
import { deleteExpiredAuthRows } from '#lib/customers/auth/delete-expired.server.ts';
import { type Browser, redeemLoginLink } from '#lib/customers/auth/log-in-out.server.ts';
import { requestLogin, requestRegistration, resendCode, verifyCode } from '#lib/customers/auth/login.server.ts';
import { readSession, SESSION_MAX_MS } from '#lib/customers/auth/sessions/session.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { currentCount, incrementCount } from '#lib/platform/http/network/rate-limit.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';

const EMAIL = 'asha@example.in';

function createBrowser(challengeToken?: string): Browser {
  return { networks: networksOf('203.0.113.7'), device: 'Chrome on Android', challengeToken };
}

onBothEngines('a change of the clock', (open) => {
  async function setUp() {
    const db: ShopDatabase = await open();
    const clock = { time: 1_771_000_000_000 };
    const shop = {
      db,
      settings: readSettings({}),
      secretKey: 'a key that is only for tests, 32 characters',
      log: pino({ level: 'silent' }),
      now: () => clock.time,
    };
    const readNewestMail = async () =>
      db.write.selectFrom('outbox').select('text').orderBy('created_at', 'desc').executeTakeFirstOrThrow();
    const readCode = async () => /^\d{4}$/m.exec((await readNewestMail()).text)?.[0] ?? '';
    const registration = { email: EMAIL, name: 'Asha Rao', mobile: '9876543210' };
    const token = await requestRegistration(shop, registration, createBrowser());
    const login = await verifyCode(shop, { otp: await readCode() }, createBrowser(token));
    return { shop, clock, readCode, readNewestMail, login };
  }

  test('does not revive any code, whether expired or from the future', async () => {
    const { shop, clock, readCode } = await setUp();
    for (const [aheadMs, backMs] of [
      [11 * MINUTE_MS, 1 * MINUTE_MS],
      [0, -DAY_MS],
    ] as const) {
      clock.time += MINUTE_MS;
      const startedAt = clock.time;
      const token = await requestLogin(shop, { email: EMAIL }, createBrowser());
      const otp = await readCode();
      clock.time = startedAt + aheadMs;
      if (aheadMs > 0) await expect(verifyCode(shop, { otp }, createBrowser(token))).rejects.toThrow(CODE_EXPIRED);
      clock.time = startedAt + backMs;
      await expect(verifyCode(shop, { otp }, createBrowser(token))).rejects.toThrow(CODE_EXPIRED);
      await expect(resendCode(shop, createBrowser(token))).rejects.toThrow(CODE_EXPIRED);
      clock.time = startedAt;
      await expect(
        verifyCode(shop, { otp }, createBrowser(token)),
        'also after the clock is corrected',
      ).rejects.toThrow(CODE_EXPIRED);
    }
  });

  test('does not revive a session', async () => {
    const { shop, clock, login } = await setUp();
    const startedAt = clock.time;
    clock.time = startedAt + 14 * DAY_MS;
    expect(await readSession(shop, login.sessionToken)).toBeUndefined();
    clock.time = startedAt + DAY_MS;
    expect(await readSession(shop, login.sessionToken)).toBeUndefined();
  });

  test('does not extend a session', async () => {
    const { shop, clock, login } = await setUp();
    clock.time -= 2 * MINUTE_MS;
    expect(await readSession(shop, login.sessionToken), 'the clocks of two servers may differ slightly').toBeDefined();
    clock.time -= DAY_MS;
    const setBackTime = clock.time;
    expect(await readSession(shop, login.sessionToken), 'a corrected clock does not log anybody out').toBeDefined();
    await deleteExpiredAuthRows(shop);
    for (clock.time += DAY_MS; clock.time < setBackTime + SESSION_MAX_MS; clock.time += DAY_MS)
      expect(await readSession(shop, login.sessionToken)).toBeDefined();
    clock.time = setBackTime + SESSION_MAX_MS;
    expect(await readSession(shop, login.sessionToken)).toBeUndefined();
  });

  test('does not revive a sign-in link', async () => {
    const { shop, clock, readNewestMail } = await setUp();
    clock.time += MINUTE_MS;
    await shop.db.write.updateTable('customer').set({ wrong_codes: 10 }).execute();
    await requestLogin(shop, { email: EMAIL }, createBrowser());
    const token = /token=([\w-]+)/.exec((await readNewestMail()).text)?.[1] ?? '';
    clock.time -= DAY_MS;
    await expect(redeemLoginLink(shop, token, createBrowser())).rejects.toThrow('no longer valid');
    clock.time += DAY_MS + 31 * MINUTE_MS;
    await deleteExpiredAuthRows(shop);
    clock.time -= 30 * MINUTE_MS;
    await expect(redeemLoginLink(shop, token, createBrowser())).rejects.toThrow('no longer valid');
  });

  test('does not prevent the clean-up of codes from the future', async () => {
    const { shop, clock } = await setUp();
    await requestLogin(shop, { email: EMAIL }, createBrowser());
    clock.time -= DAY_MS;
    await deleteExpiredAuthRows(shop);
    expect(await shop.db.write.selectFrom('code_challenge').selectAll().execute()).toEqual([]);
  });

  test('does not lock anybody out for longer than the rate limit window', async () => {
    const { shop, clock } = await setUp();
    clock.time += 40 * DAY_MS;
    for (let i = 0; i < 9; i++) await incrementCount(shop.db, clock.time, 'a-limit', HOUR_MS);
    clock.time -= 40 * DAY_MS;
    expect(await currentCount(shop.db, clock.time, 'a-limit', HOUR_MS)).toBe(0);
    expect(await incrementCount(shop.db, clock.time, 'a-limit', HOUR_MS)).toBe(1);
    clock.time += HOUR_MS / 2;
    await incrementCount(shop.db, clock.time, 'another', HOUR_MS);
    clock.time -= HOUR_MS / 2;
    expect(
      await currentCount(shop.db, clock.time, 'another', HOUR_MS),
      'the limit is not applied for two windows',
    ).toBe(0);
  });
});
