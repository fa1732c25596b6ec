import { pino } from 'pino';
import { expect, test } from 'vitest';
import { CODE_EXPIRED, CODE_WRONG, LINK_MAILED } from '#lib/customers/auth/codes.ts';
import { type Browser, redeemSignInLink } from '#lib/customers/auth/logged-in.server.ts';
import { requestLogin, requestRegistration, verifyCode } from '#lib/customers/auth/login.server.ts';
import { countContactMessage } from '#lib/customers/contact/contact.server.ts';
import { checkNewsletterCode, requestNewsletterCode, subscribe } from '#lib/customers/newsletter/newsletter.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';

const EMAIL = 'asha.rao@gmail.com';
const HOME = networksOf('203.0.113.7');

const wrongCodeFor = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0');

/** A shop with one customer, who has logged in with one browser, and many strangers, each from another network. */
async function setUp(db: ShopDatabase, env: Record<string, string> = {}) {
  const clock = { time: 1_771_000_000_000 };
  const shop = {
    db,
    settings: readSettings(env),
    secretKey: 'a key that is only for tests, 32 characters',
    log: pino({ level: 'silent' }),
    now: () => clock.time,
  };
  const mails = async (to = EMAIL) =>
    db.write
      .selectFrom('outbox')
      .selectAll()
      .where('to_address', '=', to)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  const newest = async (to = EMAIL) => {
    const all = await mails(to);
    return all.reduce((last, mail) => (mail.created_at >= last.created_at ? mail : last), all[0] as (typeof all)[0]);
  };
  const code = async (to = EMAIL) => /^\d+$/m.exec((await newest(to))?.text ?? '')?.[0] ?? '';
  const link = async () => /token=([\w-]+)/.exec((await newest())?.text ?? '')?.[1] ?? '';
  const browser = (more: Partial<Browser> = {}): Browser => ({ networks: HOME, device: 'Chrome', ...more });
  const stranger = (n: number) => browser({ networks: networksOf(`198.51.100.${n}`) });
  /** Advances the clock by a millisecond, so that emails keep their order. */
  const requestCode = (context: Browser, email = EMAIL) => {
    clock.time += 1;
    return requestLogin(shop, { email }, context);
  };
  const token = await requestRegistration(shop, { email: EMAIL, name: 'Asha Rao', mobile: '9876543210' }, browser());
  const { deviceToken } = await verifyCode(shop, { otp: await code() }, browser({ challengeToken: token }));
  clock.time += 61 * MINUTE_MS;
  return { shop, db, clock, mails, newest, code, link, browser, stranger, requestCode, deviceToken };
}

const messagesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'rejected' ? (result.reason as Error).message : 'accepted'));

onBothEngines('code requests by strangers for a customer', (open) => {
  test('send few emails, and lock out neither a known browser nor, with a link, a new one', async () => {
    const setup = await setUp(await open());
    const { requestCode, stranger, browser, mails, newest, code, link, shop, deviceToken, clock } = setup;
    const before = (await mails()).length;
    await Promise.allSettled(Array.from({ length: 60 }, (_, n) => requestCode(stranger(n % 12))));
    const flood = (await mails()).slice(before).map(({ kind }) => kind);
    expect(flood.filter((kind) => kind === 'code')).toHaveLength(10);
    expect(flood.filter((kind) => kind === 'link')).toHaveLength(1);
    expect(flood).toHaveLength(11);

    const known = browser({ deviceToken });
    const challengeToken = await requestCode(known);
    expect((await newest()).kind).toBe('code');
    await verifyCode(shop, { otp: await code() }, { ...known, challengeToken });

    await expect(requestCode(browser()), 'a link was already emailed').rejects.toThrow(LINK_MAILED);
    clock.time += 15 * MINUTE_MS;
    await requestCode(browser());
    expect((await newest()).kind).toBe('link');
    expect((await redeemSignInLink(shop, await link(), browser())).customer.email).toBe(EMAIL);
  });

  test('are counted for one mailbox, whatever the spelling of its address', async () => {
    const { shop, db, stranger } = await setUp(await open());
    const spellings = ['asharao@gmail.com', 'a.sha.rao@gmail.com', 'asharao+1@gmail.com', 'asha.rao@googlemail.com'];
    const requests = spellings.flatMap((email, n) =>
      [1, 2, 3, 4].map((m) => requestNewsletterCode(shop, { email }, stranger(n * 4 + m).networks)),
    );
    expect(messagesOf(await Promise.allSettled(requests)).filter((message) => message === 'accepted')).toHaveLength(10);
    const mails = await db.write.selectFrom('outbox').select('id').where('to_address', 'in', spellings).execute();
    expect(mails).toHaveLength(10);
  });

  test('for another spelling do not prevent a link from being emailed', async () => {
    const { requestCode, stranger, browser, newest } = await setUp(await open(), { DISCLOSURE: 'private' });
    await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => requestCode(stranger(n % 12), 'asharao+x@gmail.com')),
    );
    await requestCode(browser());
    expect((await newest()).kind).toBe('link');
  });

  test('do not use up the limit of a known browser on the same network', async () => {
    const { requestCode, browser, shop, code, newest, deviceToken } = await setUp(await open(), { MAILS_AN_HOUR: '2' });
    const requests = Array.from({ length: 40 }, (_, n) => requestCode(browser(), `no${n}@example.in`));
    await Promise.allSettled(requests);
    const known = browser({ deviceToken });
    const challengeToken = await requestCode(known);
    expect((await newest()).kind).toBe('code');
    await verifyCode(shop, { otp: await code() }, { ...known, challengeToken });
  });

  test('are limited separately from newsletter codes and contact messages', async () => {
    const { requestCode, browser, shop, newest } = await setUp(await open(), { MAILS_AN_HOUR: '2' });
    for (let n = 0; n < 4; n++) {
      await requestNewsletterCode(shop, { email: `a${n}@example.in` }, HOME).catch(() => undefined);
      await countContactMessage(shop, HOME).catch(() => undefined);
    }
    await requestCode(browser());
    expect((await newest()).kind).toBe('code');
    const person = { email: 'new@example.in', name: 'New One', mobile: '9876543210' };
    await requestRegistration(shop, person, browser());
    for (const count of [
      () => requestNewsletterCode(shop, { email: 'b@example.in' }, HOME),
      () => countContactMessage(shop, HOME),
    ])
      await expect(count()).rejects.toMatchObject({ code: 'too_many' });
  });
});

onBothEngines('a customer’s sign-in link', (open) => {
  test('is invalidated by a newer one, even when several are requested at once', async () => {
    const { requestCode, browser, stranger, shop, db, link, clock, mails } = await setUp(await open());
    await db.write.updateTable('customer').set({ wrong_codes: 10 }).execute();
    await requestCode(browser());
    const older = await link();
    clock.time += 16 * MINUTE_MS;
    await Promise.allSettled([1, 2, 3, 4].map((n) => requestCode(stranger(n))));
    const newer = await link();
    expect(newer).not.toBe(older);
    expect((await mails()).filter(({ kind }) => kind === 'link')).toHaveLength(2);
    await expect(redeemSignInLink(shop, older, browser())).rejects.toThrow('no longer valid');
    await redeemSignInLink(shop, newer, browser());
    await expect(redeemSignInLink(shop, newer, browser())).rejects.toThrow('no longer valid');
  });
});

onBothEngines('wrong codes', (open) => {
  /** Creates challenges with their valid codes, for people who are about to register. */
  async function createChallenges(count: number, { shop, code, stranger, clock }: Awaited<ReturnType<typeof setUp>>) {
    const created: { challengeToken: string; validCode: string; email: string }[] = [];
    for (let n = 0; n < count; n++) {
      const email = `guess${n}@example.in`;
      clock.time += 1;
      const person = { email, name: 'Some One', mobile: '9876543210' };
      const challengeToken = await requestRegistration(shop, person, stranger(n % 250));
      created.push({ challengeToken, validCode: await code(email), email });
    }
    return created;
  }

  test('are compared at most two hundred times a day, however many codes were requested', async () => {
    const setup = await setUp(await open());
    const { shop, stranger, db } = setup;
    const codes = await createChallenges(72, setup);
    const attempts = codes.flatMap(({ challengeToken, validCode }, n) =>
      Array.from({ length: 3 }, () =>
        verifyCode(shop, { otp: wrongCodeFor(validCode) }, { ...stranger(n), challengeToken }),
      ),
    );
    const answers = messagesOf(await Promise.allSettled(attempts));
    expect(answers.filter((answer) => answer === CODE_WRONG)).toHaveLength(200);
    expect(answers.filter((answer) => answer === CODE_EXPIRED)).toHaveLength(16);
    const [late] = await createChallenges(1, { ...setup, stranger: () => stranger(99) });
    expect(late?.validCode, 'a registration gets a code that can’t be guessed').toMatch(/^\d{8}$/);
    await verifyCode(shop, { otp: late?.validCode ?? '' }, { ...stranger(99), challengeToken: late?.challengeToken });
    expect(
      await db.write.selectFrom('customer').select('id').where('email', '=', 'guess0@example.in').execute(),
    ).toHaveLength(1);
  });

  test('are counted without the valid ones', async () => {
    const setup = await setUp(await open());
    const { shop, stranger, db } = setup;
    await db.write
      .insertInto('rate_window')
      .values({ key: 'wrong-codes', started_at: setup.clock.time, count: 190 })
      .execute();
    for (const { challengeToken, validCode } of await createChallenges(20, setup))
      await verifyCode(shop, { otp: validCode }, { ...stranger(1), challengeToken });
    const { count } = await db.write
      .selectFrom('rate_window')
      .select('count')
      .where('key', '=', 'wrong-codes')
      .executeTakeFirstOrThrow();
    expect(count).toBe(190);
  });

  test('do not prevent newsletter subscriptions when the daily limit is used up', async () => {
    const { shop, db, clock, code } = await setUp(await open());
    await db.write
      .insertInto('rate_window')
      .values({ key: 'wrong-codes', started_at: clock.time, count: 200 })
      .execute();
    const email = 'reader@example.in';
    const token = await requestNewsletterCode(shop, { email }, HOME);
    const validCode = await code(email);
    expect(validCode).toMatch(/^\d{8}$/);
    await expect(checkNewsletterCode(shop, { token, code: wrongCodeFor(validCode) }, HOME)).rejects.toThrow(CODE_WRONG);
    await checkNewsletterCode(shop, { token, code: validCode }, HOME);
    await subscribe(shop, { email }, token);
  });

  test('beyond the daily limit block a valid code in an unknown browser, but not in a known one', async () => {
    const { shop, db, requestCode, browser, code, clock, deviceToken } = await setUp(await open());
    const known = browser({ deviceToken });
    const challengeToken = await requestCode(known);
    const validCode = await code();
    await db.write
      .insertInto('rate_window')
      .values({ key: 'wrong-codes', started_at: clock.time, count: 200 })
      .execute();
    await expect(verifyCode(shop, { otp: validCode }, browser({ challengeToken }))).rejects.toThrow(CODE_EXPIRED);
    await verifyCode(shop, { otp: validCode }, { ...known, challengeToken });
  });

  test.each(['open', 'private'])(
    'of one account are compared at most ten times, even concurrently [%s]',
    async (DISCLOSURE) => {
      const { shop, db, requestCode, stranger, code, link, browser, clock } = await setUp(await open(), { DISCLOSURE });
      const requested: { challengeToken: string; validCode: string }[] = [];
      for (let n = 0; n < 6; n++)
        requested.push({ challengeToken: await requestCode(stranger(n)), validCode: await code() });
      const guesses = requested.flatMap(({ challengeToken, validCode }, n) =>
        [1, 2, 3].map(() => verifyCode(shop, { otp: wrongCodeFor(validCode) }, { ...stranger(n), challengeToken })),
      );
      const answers = messagesOf(await Promise.allSettled(guesses));
      const { wrong_codes } = await db.write.selectFrom('customer').select('wrong_codes').executeTakeFirstOrThrow();
      expect(wrong_codes).toBe(10);
      expect(answers.filter((answer) => answer === CODE_WRONG)).toHaveLength(DISCLOSURE === 'open' ? 10 : 18);
      const dailyWindow = await db.write
        .selectFrom('rate_window')
        .select('count')
        .where('key', '=', 'wrong-codes')
        .executeTakeFirst();
      expect(dailyWindow?.count, 'a code that is not compared does not count').toBe(10);

      clock.time += MINUTE_MS;
      await requestCode(browser());
      await redeemSignInLink(shop, await link(), browser());
      const challengeToken = await requestCode(browser());
      await verifyCode(shop, { otp: await code() }, browser({ challengeToken }));
    },
  );
});
