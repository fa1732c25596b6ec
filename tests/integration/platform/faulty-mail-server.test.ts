import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { newMailSender, sendDueMail } from '#lib/platform/mail/mail-worker.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';
import { type FaultyMailServer, type MailServerBehaviour, startFaultyMailServer } from '#support/faulty-mail-server.ts';
import { queueTestMail } from '#support/queue-mail.ts';

const servers: FaultyMailServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** Creates a shop with a faulty mail server and a clock that only `advance` changes. */
async function createShop(db: ShopDatabase, faultAt: (elapsedMs: number) => MailServerBehaviour) {
  const startTime = Date.now();
  const clock = { now: startTime };
  const server = await startFaultyMailServer(() => faultAt(clock.now - startTime));
  servers.push(server);
  const settings = readSettings({ SMTP_URL: server.url });
  const shop = { db, log: pino({ level: 'silent' }), settings, now: () => clock.now };
  return {
    server,
    now: () => clock.now,
    queue: (subject: string, expiresAt?: number) =>
      queueTestMail(db, {
        to: `${subject.replaceAll(' ', '-')}@example.in`,
        subject,
        content: { heading: subject, lines: ['A line.\n'.repeat(200)] },
        now: clock.now,
        expiresAt,
      }),
    /** Advances the clock in steps, and runs the worker at each step. */
    async advance(forMs: number, stepMs: number) {
      for (const end = clock.now + forMs; clock.now < end; clock.now += stepMs)
        await sendDueMail(shop, newMailSender());
    },
    readWaiting: () =>
      db.write.selectFrom('outbox').selectAll().where('sent_at', 'is', null).where('gave_up_at', 'is', null).execute(),
  };
}

const TEN_SUBJECTS = Array.from({ length: 10 }, (_, index) => `order ${index}`);
const acceptedSubjects = (server: FaultyMailServer) => server.accepted.map(({ subject }) => subject).sort();

onBothEngines('a mail server that fails for ten seconds', (open) => {
  const FAULTS: MailServerBehaviour[] = [
    'disconnect',
    'rcpt 550',
    'data 554',
    'end 554',
    'end 550',
    'end 421',
    'rcpt 421',
  ];
  test.each(FAULTS)('with %s receives each email exactly once within minutes', async (fault) => {
    const shop = await createShop(await open(), (ms) => (ms < 10 * SECOND_MS ? fault : 'accept'));
    for (const subject of TEN_SUBJECTS) await shop.queue(subject);
    await shop.advance(10 * SECOND_MS, SECOND_MS);
    expect(shop.server.accepted).toEqual([]);
    expect(shop.server.started).toBeGreaterThanOrEqual(3);
    await shop.advance(10 * MINUTE_MS, 10 * SECOND_MS);
    expect(acceptedSubjects(shop.server)).toEqual(TEN_SUBJECTS);
    expect(await shop.readWaiting()).toEqual([]);
  });

  test('and disconnects after the last line without accepting an email receives each email later', async () => {
    const shop = await createShop(await open(), (ms) => (ms < 10 * SECOND_MS ? 'disconnect-after-end' : 'accept'));
    for (const subject of TEN_SUBJECTS) await shop.queue(subject);
    await shop.advance(10 * SECOND_MS, SECOND_MS);
    expect(shop.server.accepted).toEqual([]);
    await shop.advance(2 * HOUR_MS, MINUTE_MS);
    expect([...new Set(acceptedSubjects(shop.server))]).toEqual(TEN_SUBJECTS);
    expect(await shop.readWaiting()).toEqual([]);
  });

  test('and accepts an email before it disconnects gets at most one duplicate of each, with the same Message-ID', async () => {
    const shop = await createShop(await open(), (ms) => (ms < 10 * SECOND_MS ? 'accept-and-disconnect' : 'accept'));
    for (const subject of TEN_SUBJECTS) await shop.queue(subject);
    await shop.advance(10 * SECOND_MS, SECOND_MS);
    await shop.advance(24 * HOUR_MS, 10 * MINUTE_MS);
    expect([...new Set(acceptedSubjects(shop.server))]).toEqual(TEN_SUBJECTS);
    for (const subject of TEN_SUBJECTS) {
      const copies = shop.server.accepted.filter((mail) => mail.subject === subject);
      expect(copies.length).toBeLessThanOrEqual(2);
      expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1);
    }
  });
});

async function readGaveUpAt(db: ShopDatabase, id: string): Promise<number | null> {
  const mails = db.write.selectFrom('outbox').select('gave_up_at').where('id', '=', id);
  return (await mails.executeTakeFirstOrThrow()).gave_up_at;
}

onBothEngines('a mail server that keeps failing', (open) => {
  test('by accepting an email without a response gets it six times in all, with one Message-ID', async () => {
    const db = await open();
    const shop = await createShop(db, () => 'accept-and-disconnect');
    const id = await shop.queue('order');
    await shop.advance(30 * HOUR_MS, 5 * MINUTE_MS);
    expect(shop.server.accepted).toHaveLength(6);
    expect(new Set(shop.server.accepted.map(({ messageId }) => messageId)).size).toBe(1);
    const row = await db.write.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ sent_at: null, unsure: 6 });
    expect(row.gave_up_at).not.toBeNull();
  });

  test('by rejecting an email gets it again until the shop gives up, after five to nine hours', async () => {
    const db = await open();
    const shop = await createShop(db, () => 'rcpt 550');
    const id = await shop.queue('order');
    await shop.advance(5 * HOUR_MS, MINUTE_MS);
    expect(await readGaveUpAt(db, id)).toBeNull();
    await shop.advance(4 * HOUR_MS, MINUTE_MS);
    expect(await readGaveUpAt(db, id)).not.toBeNull();
    expect(shop.server.started).toBeLessThan(20);
  });

  test('by rejecting an email, delaying it and rejecting it again has only the later rejections counted', async () => {
    const db = await open();
    const faults: MailServerBehaviour[] = ['rcpt 550', 'rcpt 451'];
    const shop = await createShop(db, (ms) => faults[Math.floor(ms / (4 * HOUR_MS))] ?? 'rcpt 550');
    const id = await shop.queue('order');
    await shop.advance(13 * HOUR_MS, 10 * MINUTE_MS);
    expect(await readGaveUpAt(db, id)).toBeNull();
    await shop.advance(4 * HOUR_MS, 10 * MINUTE_MS);
    expect(await readGaveUpAt(db, id)).not.toBeNull();
  });

  test.each(['disconnect', 'disconnect-after-end', 'end 554'] as const)(
    'with %s gets a code again only while the code is valid',
    async (fault) => {
      const shop = await createShop(await open(), (ms) => (ms < 30 * SECOND_MS ? fault : 'accept'));
      await shop.queue('code', shop.now() + 10 * MINUTE_MS);
      await shop.advance(5 * MINUTE_MS, SECOND_MS);
      expect(acceptedSubjects(shop.server)).toEqual(['code']);

      const shopWithLongFault = await createShop(await open(), (ms) => (ms < 10 * MINUTE_MS ? fault : 'accept'));
      await shopWithLongFault.queue('code', shopWithLongFault.now() + 10 * MINUTE_MS);
      await shopWithLongFault.advance(HOUR_MS, 10 * SECOND_MS);
      expect(shopWithLongFault.server.accepted).toEqual([]);
      expect(await shopWithLongFault.readWaiting()).toEqual([]);
    },
  );
});
