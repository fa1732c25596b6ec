import { pino } from 'pino';
import { expect, test } from 'vitest';
import { CODE_EXPIRED, CODE_WRONG, LINK_MAILED } from '#lib/customers/auth/codes.ts';
import { type Browser, redeemLoginLink } from '#lib/customers/auth/log-in-out.server.ts';
import { requestLogin, requestRegistration, verifyCode } from '#lib/customers/auth/login.server.ts';
import { countContactMessage } from '#lib/customers/contact/contact.server.ts';
import { checkNewsletterCode, requestNewsletterCode, subscribe } from '#lib/customers/newsletter/newsletter.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';

const EMAIL = 'asha.rao@gmail.com';
const HOME_NETWORKS = networksOf('203.0.113.7');

const wrongCodeFor = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0');

/** Returns a shop with a customer who has logged in with one browser, and with strangers on different networks. */
async function setUp(db: ShopDatabase, env: Record<string, string> = {}) {
  const clock = { time: 1_771_000_000_000 };
  const shop = {
    db,
    settings: readSettings(env),
    secretKey: 'a key that is only for tests, 32 characters',
    log: pino({ level: 'silent' }),
    now: () => clock.time,
  };
  const readMails = async (to = EMAIL) =>
    db.write
      .selectFrom('outbox')
      .selectAll()
      .where('to_address', '=', to)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  const readNewestMail = async (to = EMAIL) => {
    const allMails = await readMails(to);
    return allMails.reduce(
      (last, mail) => (mail.created_at >= last.created_at ? mail : last),
      allMails[0] as (typeof allMails)[0],
    );
  };
  const readNewestCode = async (to = EMAIL) => /^\d+$/m.exec((await readNewestMail(to))?.text ?? '')?.[0] ?? '';
  const readNewestLink = async () => /token=([\w-]+)/.exec((await readNewestMail())?.text ?? '')?.[1] ?? '';
  const browser = (more: Partial<Browser> = {}): Browser => ({ networks: HOME_NETWORKS, device: 'Chrome', ...more });
  const stranger = (n: number) => browser({ networks: networksOf(`198.51.100.${n}`) });
  /** Requests a code, after advancing the clock by a millisecond so that emails keep their order. */
  const requestCode = (context: Browser, email = EMAIL) => {
    clock.time += 1;
    return requestLogin(shop, { email }, context);
  };
  const token = await requestRegistration(shop, { email: EMAIL, name: 'Asha Rao', mobile: '9876543210' }, browser());
  const { deviceToken } = await verifyCode(shop, { otp: await readNewestCode() }, browser({ challengeToken: token }));
  clock.time += 61 * MINUTE_MS;
  return {
    shop,
    db,
    clock,
    readMails,
    readNewestMail,
    readNewestCode,
    readNewestLink,
    browser,
    stranger,
    requestCode,
    deviceToken,
  };
}

const messagesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'rejected' ? (result.reason as Error).message : 'accepted'));

onBothEngines('code requests by strangers for a customer’s account', (open) => {
  test('cause few emails, and lock out neither a known browser nor a new one, which gets a link', async () => {
    const setup = await setUp(await open());
    const {
      requestCode,
      stranger,
      browser,
      readMails,
      readNewestMail,
      readNewestCode,
      readNewestLink,
      shop,
      deviceToken,
      clock,
    } = setup;
    const countBefore = (await readMails()).length;
    await Promise.allSettled(Array.from({ length: 60 }, (_, n) => requestCode(stranger(n % 12))));
    const floodKinds = (await readMails()).slice(countBefore).map(({ kind }) => kind);
    expect(floodKinds.filter((kind) => kind === 'code')).toHaveLength(10);
    expect(floodKinds.filter((kind) => kind === 'link')).toHaveLength(1);
    expect(floodKinds).toHaveLength(11);

    const knownBrowser = browser({ deviceToken });
    const challengeToken = await requestCode(knownBrowser);
    expect((await readNewestMail()).kind).toBe('code');
    await verifyCode(shop, { otp: await readNewestCode() }, { ...knownBrowser, challengeToken });

    await expect(requestCode(browser()), 'a link was already emailed').rejects.toThrow(LINK_MAILED);
    clock.time += 15 * MINUTE_MS;
    await requestCode(browser());
    expect((await readNewestMail()).kind).toBe('link');
    expect((await redeemLoginLink(shop, await readNewestLink(), browser())).customer.email).toBe(EMAIL);
  });

  test('are counted per mailbox, whatever the spelling of its address', async () => {
    const { shop, db, stranger } = await setUp(await open());
    const spellings = ['asharao@gmail.com', 'a.sha.rao@gmail.com', 'asharao+1@gmail.com', 'asha.rao@googlemail.com'];
    const requests = spellings.flatMap((email, n) =>
      [1, 2, 3, 4].map((m) => requestNewsletterCode(shop, { email }, stranger(n * 4 + m).networks)),
    );
    expect(messagesOf(await Promise.allSettled(requests)).filter((message) => message === 'accepted')).toHaveLength(10);
    const mails = await db.write.selectFrom('outbox').select('id').where('to_address', 'in', spellings).execute();
    expect(mails).toHaveLength(10);
  });

  test('for another spelling of the address do not prevent a link from being emailed', async () => {
    const { requestCode, stranger, browser, readNewestMail } = await setUp(await open(), { DISCLOSURE: 'private' });
    await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => requestCode(stranger(n % 12), 'asharao+x@gmail.com')),
    );
    await requestCode(browser());
    expect((await readNewestMail()).kind).toBe('link');
  });

  test('do not use up the rate limit of a known browser on the same network', async () => {
    const { requestCode, browser, shop, readNewestCode, readNewestMail, deviceToken } = await setUp(await open(), {
      MAILS_AN_HOUR: '2',
    });
    const requests = Array.from({ length: 40 }, (_, n) => requestCode(browser(), `no${n}@example.in`));
    await Promise.allSettled(requests);
    const knownBrowser = browser({ deviceToken });
    const challengeToken = await requestCode(knownBrowser);
    expect((await readNewestMail()).kind).toBe('code');
    await verifyCode(shop, { otp: await readNewestCode() }, { ...knownBrowser, challengeToken });
  });

  test('are rate-limited separately from newsletter codes and contact messages', async () => {
    const { requestCode, browser, shop, readNewestMail } = await setUp(await open(), { MAILS_AN_HOUR: '2' });
    for (let n = 0; n < 4; n++) {
      await requestNewsletterCode(shop, { email: `a${n}@example.in` }, HOME_NETWORKS).catch(() => undefined);
      await countContactMessage(shop, HOME_NETWORKS).catch(() => undefined);
    }
    await requestCode(browser());
    expect((await readNewestMail()).kind).toBe('code');
    const person = { email: 'new@example.in', name: 'New One', mobile: '9876543210' };
    await requestRegistration(shop, person, browser());
    for (const countRequest of [
      () => requestNewsletterCode(shop, { email: 'b@example.in' }, HOME_NETWORKS),
      () => countContactMessage(shop, HOME_NETWORKS),
    ])
      await expect(countRequest()).rejects.toMatchObject({ code: 'too_many' });
  });
});

onBothEngines('a customer’s sign-in link', (open) => {
  test('is invalidated by a newer one, even when several are requested at once', async () => {
    const { requestCode, browser, stranger, shop, db, readNewestLink, clock, readMails } = await setUp(await open());
    await db.write.updateTable('customer').set({ wrong_codes: 10 }).execute();
    await requestCode(browser());
    const olderLink = await readNewestLink();
    clock.time += 16 * MINUTE_MS;
    await Promise.allSettled([1, 2, 3, 4].map((n) => requestCode(stranger(n))));
    const newerLink = await readNewestLink();
    expect(newerLink).not.toBe(olderLink);
    expect((await readMails()).filter(({ kind }) => kind === 'link')).toHaveLength(2);
    await expect(redeemLoginLink(shop, olderLink, browser())).rejects.toThrow('no longer valid');
    await redeemLoginLink(shop, newerLink, browser());
    await expect(redeemLoginLink(shop, newerLink, browser())).rejects.toThrow('no longer valid');
  });
});

onBothEngines('wrong codes', (open) => {
  /** Creates challenges with their valid codes, for people who are about to register. */
  async function createChallenges(
    count: number,
    { shop, readNewestCode, stranger, clock }: Awaited<ReturnType<typeof setUp>>,
  ) {
    const createdChallenges: { challengeToken: string; validCode: string; email: string }[] = [];
    for (let n = 0; n < count; n++) {
      const email = `guess${n}@example.in`;
      clock.time += 1;
      const person = { email, name: 'Some One', mobile: '9876543210' };
      const challengeToken = await requestRegistration(shop, person, stranger(n % 250));
      createdChallenges.push({ challengeToken, validCode: await readNewestCode(email), email });
    }
    return createdChallenges;
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
    const [lateChallenge] = await createChallenges(1, { ...setup, stranger: () => stranger(99) });
    expect(lateChallenge?.validCode, 'a registration gets a code that can’t be guessed').toMatch(/^\d{8}$/);
    await verifyCode(
      shop,
      { otp: lateChallenge?.validCode ?? '' },
      { ...stranger(99), challengeToken: lateChallenge?.challengeToken },
    );
    expect(
      await db.write.selectFrom('customer').select('id').where('email', '=', 'guess0@example.in').execute(),
    ).toHaveLength(1);
  });

  test('are the only codes that count towards the daily limit', async () => {
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
    const { shop, db, clock, readNewestCode } = await setUp(await open());
    await db.write
      .insertInto('rate_window')
      .values({ key: 'wrong-codes', started_at: clock.time, count: 200 })
      .execute();
    const email = 'reader@example.in';
    const token = await requestNewsletterCode(shop, { email }, HOME_NETWORKS);
    const validCode = await readNewestCode(email);
    expect(validCode).toMatch(/^\d{8}$/);
    await expect(checkNewsletterCode(shop, { token, code: wrongCodeFor(validCode) }, HOME_NETWORKS)).rejects.toThrow(
      CODE_WRONG,
    );
    await checkNewsletterCode(shop, { token, code: validCode }, HOME_NETWORKS);
    await subscribe(shop, { email }, token);
  });

  test('beyond the daily limit block a valid code in an unknown browser, but not in a known one', async () => {
    const { shop, db, requestCode, browser, readNewestCode, clock, deviceToken } = await setUp(await open());
    const knownBrowser = browser({ deviceToken });
    const challengeToken = await requestCode(knownBrowser);
    const validCode = await readNewestCode();
    await db.write
      .insertInto('rate_window')
      .values({ key: 'wrong-codes', started_at: clock.time, count: 200 })
      .execute();
    await expect(verifyCode(shop, { otp: validCode }, browser({ challengeToken }))).rejects.toThrow(CODE_EXPIRED);
    await verifyCode(shop, { otp: validCode }, { ...knownBrowser, challengeToken });
  });

  test.each(['open', 'private'])(
    'of one account are compared at most ten times, even concurrently [%s]',
    async (DISCLOSURE) => {
      const { shop, db, requestCode, stranger, readNewestCode, readNewestLink, browser, clock } = await setUp(
        await open(),
        {
          DISCLOSURE,
        },
      );
      const requestedCodes: { challengeToken: string; validCode: string }[] = [];
      for (let n = 0; n < 6; n++)
        requestedCodes.push({ challengeToken: await requestCode(stranger(n)), validCode: await readNewestCode() });
      const guesses = requestedCodes.flatMap(({ challengeToken, validCode }, n) =>
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
      await redeemLoginLink(shop, await readNewestLink(), browser());
      const challengeToken = await requestCode(browser());
      await verifyCode(shop, { otp: await readNewestCode() }, browser({ challengeToken }));
    },
  );
});
