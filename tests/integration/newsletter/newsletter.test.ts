import { pino } from 'pino';
import { expect, test } from 'vitest';
import { exportSubscribers } from '#lib/customers/newsletter/export-subscribers.server.ts';
import { checkNewsletterCode, requestNewsletterCode, subscribe } from '#lib/customers/newsletter/newsletter.server.ts';
import { unsubscribe, unsubscribeUrl } from '#lib/customers/newsletter/unsubscribe.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { mailHtml } from '#lib/platform/mail/mail-text.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';

const NETWORK = networksOf('203.0.113.7');
const ASHA = 'asha@example.in';

function createShop(db: ShopDatabase, env: Record<string, string> = {}) {
  const clock = { now: 1_771_000_000_000 };
  const secretKey = 'k'.repeat(32);
  return { db, clock, secretKey, log: pino({ level: 'silent' }), settings: readSettings(env), now: () => clock.now };
}

async function readLastMail(db: ShopDatabase, to = ASHA) {
  return db.write
    .selectFrom('outbox')
    .selectAll()
    .where('to_address', '=', to)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
}

async function readLastCode(db: ShopDatabase, to = ASHA): Promise<string> {
  return /^(\d{4})$/m.exec((await readLastMail(db, to)).text)?.[1] ?? '';
}

function readSubscribedEmails(db: ShopDatabase): Promise<string[]> {
  return db.write
    .selectFrom('subscriber')
    .select('email')
    .execute()
    .then((rows) => rows.map(({ email }) => email));
}

onBothEngines('the newsletter', (open) => {
  test('subscribes an email address verified with a code, and emails an unsubscribe link', async () => {
    const db = await open();
    const shop = createShop(db);
    const token = await requestNewsletterCode(shop, { email: ASHA }, NETWORK);
    const code = await readLastCode(db);
    expect(code).toMatch(/^\d{4}$/);
    expect(token).not.toContain(code);
    expect(await checkNewsletterCode(shop, { token, code, email: ASHA }, NETWORK)).toBe(ASHA);
    shop.clock.now += 1;
    await subscribe(shop, { email: ASHA }, token);
    expect(await readSubscribedEmails(db)).toEqual([ASHA]);
    const { text, content_json, headers_json } = await readLastMail(db);
    const [, url = ''] = /(http:\S+unsubscribe\S+)/.exec(text) ?? [];
    expect(mailHtml(JSON.parse(content_json))).toContain(url);
    expect(JSON.parse(headers_json ?? '')).toEqual({
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(await unsubscribe(shop, url.split('/').at(-1) ?? '')).toBe(true);
    expect(await readSubscribedEmails(db)).toEqual([]);
    expect(await unsubscribe(shop, url.split('/').at(-1) ?? '')).toBe(true);
  });

  test('subscribes nobody with a missing, wrong, reused or expired code, or with one for another address', async () => {
    const db = await open();
    const shop = createShop(db);
    const request = { email: ASHA };
    const token = await requestNewsletterCode(shop, request, NETWORK);
    const code = await readLastCode(db);
    const wrongCode = code === '0000' ? '0001' : '0000';
    await expect(subscribe(shop, request, token)).rejects.toMatchObject({ code: 'refused' });
    await expect(subscribe(shop, request, undefined)).rejects.toMatchObject({ code: 'refused' });
    await expect(checkNewsletterCode(shop, { token, code: wrongCode }, NETWORK)).rejects.toMatchObject({
      code: 'invalid',
    });
    await expect(subscribe(shop, request, token)).rejects.toMatchObject({ code: 'refused' });
    await checkNewsletterCode(shop, { token, code, email: ASHA }, NETWORK);
    await expect(subscribe(shop, { email: 'ravi@example.in' }, token)).rejects.toMatchObject({ code: 'refused' });
    expect(await readSubscribedEmails(db)).toEqual([]);
    await subscribe(shop, request, token);
    await expect(subscribe(shop, request, token)).rejects.toMatchObject({ code: 'refused' });
    expect(await readSubscribedEmails(db)).toEqual([ASHA]);

    const lateToken = await requestNewsletterCode(shop, { email: 'late@example.in' }, NETWORK);
    const lateCode = await readLastCode(db, 'late@example.in');
    await checkNewsletterCode(shop, { token: lateToken, code: lateCode }, NETWORK);
    shop.clock.now += 10 * MINUTE_MS;
    await expect(subscribe(shop, { email: 'late@example.in' }, lateToken)).rejects.toMatchObject({ code: 'refused' });
  });

  test('reports that an email address is already subscribed; in private mode only by email', async () => {
    const db = await open();
    const shop = createShop(db);
    await db.write.insertInto('subscriber').values({ id: 's1', email: ASHA, created_at: 1 }).execute();
    await expect(requestNewsletterCode(shop, { email: ASHA }, NETWORK)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This email is already subscribed.',
    });
    expect(await db.write.selectFrom('outbox').select('id').execute()).toEqual([]);
    const privateShop = createShop(db, { DISCLOSURE: 'private' });
    expect((await requestNewsletterCode(privateShop, { email: ASHA }, NETWORK)).length).toBe(
      (await requestNewsletterCode(privateShop, { email: 'new@example.in' }, NETWORK)).length,
    );
    const mail = await readLastMail(db);
    expect(mail.subject).toBe('You are subscribed already');
    expect(mail.text).toContain(unsubscribeUrl(privateShop, 's1'));
    expect(mail.text).not.toMatch(/^\d{4}$/m);
  });

  test('unsubscribes only with a link signed by this shop', async () => {
    const db = await open();
    const shop = createShop(db);
    await db.write.insertInto('subscriber').values({ id: 's1', email: ASHA, created_at: 1 }).execute();
    const token = unsubscribeUrl(shop, 's1').split('/').at(-1) ?? '';
    const forgedToken =
      unsubscribeUrl({ ...shop, secretKey: 'x'.repeat(32) }, 's1')
        .split('/')
        .at(-1) ?? '';
    for (const invalidToken of [
      's1',
      's1.',
      forgedToken,
      `${token}x`,
      `${token}.`,
      token.replace('s1', 's2'),
      '',
      '.',
    ]) {
      expect(await unsubscribe(shop, invalidToken), invalidToken).toBe(false);
    }
    expect(await readSubscribedEmails(db)).toEqual([ASHA]);
    expect(await unsubscribe(shop, token)).toBe(true);
  });

  test('exports each subscriber exactly once, with an unsubscribe link', async () => {
    const db = await open();
    const shop = createShop(db);
    const rows = Array.from({ length: 1_203 }, (_, index) => ({
      id: `s${index}`,
      email: `person${String(index).padStart(4, '0')}@example.in`,
      created_at: shop.now(),
    }));
    rows.push({ id: 'odd', email: 'a,b@example.in', created_at: shop.now() });
    for (let from = 0; from < rows.length; from += 500) {
      await db.write
        .insertInto('subscriber')
        .values(rows.slice(from, from + 500))
        .execute();
    }
    let csv = '';
    for await (const chunk of await exportSubscribers(shop)) csv += chunk;
    const lines = csv.match(/.+\r\n/g) ?? [];
    expect(lines).toHaveLength(rows.length + 1);
    expect(new Set(lines).size).toBe(lines.length);
    const subscribedAt = new Date(shop.now()).toISOString();
    expect(lines).toContain(`person0000@example.in,${subscribedAt},${unsubscribeUrl(shop, 's0')}\r\n`);
    expect(lines).toContain(`"a,b@example.in",${subscribedAt},${unsubscribeUrl(shop, 'odd')}\r\n`);
  });

  test('limits the codes per network and hour', async () => {
    const db = await open();
    const shop = createShop(db, { MAILS_AN_HOUR: '3' });
    for (const name of ['a', 'b', 'c']) await requestNewsletterCode(shop, { email: `${name}@example.in` }, NETWORK);
    const fourthRequest = requestNewsletterCode(shop, { email: 'd@example.in' }, NETWORK);
    await expect(fourthRequest).rejects.toMatchObject({ code: 'too_many' });
    expect(await db.write.selectFrom('outbox').select('id').execute()).toHaveLength(3);
  });
});
