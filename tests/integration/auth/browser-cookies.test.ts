import { pino } from 'pino';
import { expect, test } from 'vitest';
import { browserOf, saveChallenge, saveLogin } from '#lib/customers/auth/browser.server.ts';
import { readCodeStep } from '#lib/customers/auth/code-step.server.ts';
import { requestLogin, requestRegistration, verifyCode } from '#lib/customers/auth/login.server.ts';
import { loginChallenge } from '#lib/customers/auth/login-challenge.server.ts';
import { unmarkVisitor } from '#lib/customers/auth/sessions/cookies.server.ts';
import {
  isVerifiedMailbox,
  readMailboxToken,
  recordVerifiedMailbox,
  saveMailboxToken,
} from '#lib/customers/auth/verified-mailbox.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { browserContext } from '#support/browser-context.ts';
import { onBothEngines } from '#support/database.ts';

const ASHA = { email: 'asha@example.in', name: 'Asha Rao', mobile: '9876543210' };
const ANDROID = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
const DAY_SECONDS = 86_400;
const PRIVATE_COOKIE = { path: '/', sameSite: 'lax', secure: false, httpOnly: true };

onBothEngines('a browser', (open) => {
  async function setUp() {
    const db = await open();
    const clock = { at: 1_771_000_000_000 };
    const settings = readSettings({ CODE_DIGITS: '6' });
    const secretKey = 'a key that is only for tests, 32 characters';
    const shop = { db, settings, secretKey, log: pino({ level: 'silent' }), now: () => clock.at };
    const browser = browserContext(shop, { userAgent: ANDROID });
    const readCode = async () => {
      const newestFirst = await db.write.selectFrom('outbox').select('text').orderBy('created_at', 'desc').execute();
      return /^\d+$/m.exec(newestFirst[0]?.text ?? '')?.[0] ?? '';
    };
    const register = async (next?: string) => {
      const context = browser.visit();
      return saveChallenge(context, await requestRegistration(shop, { ...ASHA, next }, browserOf(context)));
    };
    const verify = async () => verifyCode(shop, { otp: await readCode() }, browserOf(browser.visit()));
    return { ...browser, db, shop, clock, register, verify };
  }

  test('is identified by its cookies, its network and its device name', async () => {
    const { visit, jar } = await setUp();
    expect(browserOf(visit())).toEqual({
      networks: networksOf('203.0.113.7'),
      challengeToken: undefined,
      sessionToken: undefined,
      deviceToken: undefined,
      device: 'Chrome on Android',
    });
    for (const name of ['challenge', 'session', 'device']) jar.set(name, { value: `its ${name}` });
    expect(browserOf(visit())).toMatchObject({
      challengeToken: 'its challenge',
      sessionToken: 'its session',
      deviceToken: 'its device',
    });
  });

  test('keeps the challenge as long as its code is valid, and the login for a month', async () => {
    const { visit, jar, register, verify } = await setUp();
    expect(await register()).toEqual({ digits: 6 });
    expect(jar.get('challenge')).toMatchObject({ ...PRIVATE_COOKIE, maxAge: 600 });
    const login = await verify();
    saveLogin(visit(), login);
    expect(Object.fromEntries(jar)).toEqual({
      session: { ...PRIVATE_COOKIE, value: login.sessionToken, maxAge: 30 * DAY_SECONDS },
      device: { ...PRIVATE_COOKIE, value: login.deviceToken, maxAge: 365 * DAY_SECONDS },
      // The page’s scripts read this cookie, which does not grant access.
      visitor: { path: '/', sameSite: 'lax', secure: false, value: '1', maxAge: 30 * DAY_SECONDS },
    });
    unmarkVisitor(visit().cookies, visit().locals.shop.settings);
    expect([...jar.keys()].sort()).toEqual(['device', 'session']);
  });

  test('gets no second device cookie when it is already known', async () => {
    const { shop, visit, jar, register, verify, clock } = await setUp();
    await register();
    saveLogin(visit(), await verify());
    const device = jar.get('device');
    clock.at += MINUTE_MS;
    await saveChallenge(visit(), await requestLogin(shop, { email: ASHA.email }, browserOf(visit())));
    const secondLogin = await verify();
    expect(secondLogin.deviceToken).toBeUndefined();
    saveLogin(visit(), secondLogin);
    expect(jar.get('device')).toEqual(device);
    expect(jar.get('challenge')).toBeUndefined();
  });

  test('shows the code step until the code expires, with the wait time and the return path', async () => {
    const { visit, clock, register } = await setUp();
    expect(await readCodeStep(visit('/register'))).toBeUndefined();
    await register('/cart');
    expect(await readCodeStep(visit('/register'))).toEqual({
      heading: 'Verify your email',
      email: ASHA.email,
      digitCount: 6,
      waitSeconds: 30,
      next: '/cart',
      otherAddressPath: '/register?other=1&next=%2Fcart',
    });
    expect(await readCodeStep(visit('/register?other=1'))).toBeUndefined();
    expect(await readCodeStep(visit('/register'), ['login'])).toBeUndefined();
    expect((await readCodeStep(visit('/register?next=/wishlist')))?.next).toBe('/wishlist');
    expect((await readCodeStep(visit('/register?next=https://evil.example')))?.next).toBe('/cart');
    clock.at += 29_999;
    expect((await readCodeStep(visit('/register')))?.waitSeconds).toBe(30);
    clock.at += 1;
    expect((await readCodeStep(visit('/register')))?.waitSeconds).toBe(0);
    clock.at += 600_000;
    expect(await readCodeStep(visit('/register'))).toBeUndefined();
  });

  test('shows the code step after a login request, without a return path if none was requested', async () => {
    const { shop, visit, clock, register, verify } = await setUp();
    await register();
    saveLogin(visit(), await verify());
    clock.at += MINUTE_MS;
    await saveChallenge(visit(), await requestLogin(shop, { email: ASHA.email }, browserOf(visit())));
    const step = await readCodeStep(visit('/login'));
    expect(step).toMatchObject({ heading: 'Enter the code', next: undefined, otherAddressPath: '/login?other=1' });
    expect(await loginChallenge.digitsOf(visit(), 'another')).toBe(6);
  });

  test('has a verified mailbox for a month after an order’s code was entered', async () => {
    const { db, shop, visit, jar, clock } = await setUp();
    const token = await recordVerifiedMailbox(db.write, shop, 'Asha@example.in');
    saveMailboxToken(visit(), token);
    expect(jar.get('mailbox')).toMatchObject({ ...PRIVATE_COOKIE, maxAge: 30 * DAY_SECONDS });
    expect(readMailboxToken(visit())).toBe(token);
    const isVerified = (email: string, mailboxToken: string | undefined = token) =>
      isVerifiedMailbox(db.write, shop, email, mailboxToken);
    expect(await isVerified('ASHA@example.in')).toBe(true);
    expect(await isVerified('bina@example.in')).toBe(false);
    expect(await isVerifiedMailbox(db.write, shop, 'asha@example.in', undefined)).toBe(false);
    expect(await isVerified('asha@example.in', 'forged')).toBe(false);
    clock.at += 30 * DAY_SECONDS * 1_000 - 1;
    expect(await isVerified('asha@example.in')).toBe(true);
    clock.at += 1;
    expect(await isVerified('asha@example.in')).toBe(false);
    // The clock has been set back. Without a check for this, the token would be valid for too long.
    clock.at -= 30 * DAY_SECONDS * 1_000 + 300_001;
    expect(await isVerified('asha@example.in')).toBe(false);
  });
});
