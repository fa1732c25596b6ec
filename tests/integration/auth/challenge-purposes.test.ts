import { expect, test } from 'vitest';
import { requestLogin, requestRegistration, resendCode, verifyCode } from '#lib/customers/auth/login.server.ts';
import { checkNewsletterCode, requestNewsletterCode, subscribe } from '#lib/customers/newsletter/newsletter.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { confirmRestockCode, requestRestockCode } from '#lib/sales/back-in-stock/request-restock.server.ts';
import { onBothEngines } from '#support/database.ts';
import { restockFixture } from '#support/restock-fixture.ts';

const NETWORK = networksOf('203.0.113.7');
const browser = (challengeToken?: string) => ({ networks: NETWORK, device: 'Chrome on Android', challengeToken });
/** An age that is longer than the minimum wait before another code can be requested. */
const CHALLENGE_AGE_MS = 60_000;

onBothEngines('codes of one purpose', (open) => {
  async function setUp() {
    const db = await open();
    const { shop, clock, soldOutId } = await restockFixture(db);
    const readMails = () => db.write.selectFrom('outbox').selectAll().orderBy('created_at').execute();
    const readNewestCode = async () => /^(\d{4})$/m.exec((await readMails()).at(-1)?.text ?? '')?.[1] ?? '';
    const asha = { email: 'asha@example.in', name: 'Asha Rao', mobile: '9876543210' };
    const account = await requestRegistration(shop, asha, browser());
    await verifyCode(shop, { otp: await readNewestCode() }, browser(account));
    const requests = {
      login: () => requestLogin(shop, asha, browser()),
      register: () => requestRegistration(shop, { ...asha, email: 'bela@example.in' }, browser()),
      newsletter: () => requestNewsletterCode(shop, { email: 'chitra@example.in' }, NETWORK),
      restock: () => requestRestockCode(shop, { variantId: soldOutId, email: 'devi@example.in' }, NETWORK),
    };
    return { db, shop, clock, requests, readMails, readNewestCode };
  }

  const USES = ['resend', 'log in', 'check newsletter', 'subscribe', 'confirm restock'] as const;
  const VALID_USES = {
    login: ['resend', 'log in'],
    register: ['resend', 'log in'],
    newsletter: ['check newsletter', 'subscribe'],
    restock: ['confirm restock'],
  };

  test.each(Object.keys(VALID_USES) as (keyof typeof VALID_USES)[])(
    'a %s code is not valid for any other purpose',
    async (purpose) => {
      const { db, shop, clock, requests, readMails, readNewestCode } = await setUp();
      const token = await requests[purpose]();
      const validCode = await readNewestCode();
      const mailsBefore = await readMails();
      clock.now += CHALLENGE_AGE_MS;
      const { email } = await db.write
        .selectFrom('code_challenge')
        .selectAll()
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow();
      const use = {
        resend: () => resendCode(shop, browser(token)),
        'log in': () => verifyCode(shop, { otp: validCode }, browser(token)),
        'check newsletter': () => checkNewsletterCode(shop, { token, code: validCode }, NETWORK),
        subscribe: () => subscribe(shop, { email }, token),
        'confirm restock': () => confirmRestockCode(shop, { token, code: validCode }, NETWORK),
      };
      for (const name of USES.filter((other) => !VALID_USES[purpose].includes(other))) {
        await expect(use[name](), name).rejects.toMatchObject({ code: name === 'subscribe' ? 'refused' : 'invalid' });
      }
      expect(await readMails()).toEqual(mailsBefore);
      const openChallenges = db.write.selectFrom('code_challenge').select('tries_left').where('purpose', '=', purpose);
      expect(await openChallenges.where('used_at', 'is', null).execute()).toEqual([{ tries_left: 3 }]);
    },
  );
});
