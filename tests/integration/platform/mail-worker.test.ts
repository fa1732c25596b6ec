import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { PLAIN_COLORS } from '#lib/platform/mail/mail-style.ts';
import { newMailSender, sendDueMail } from '#lib/platform/mail/mail-worker.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { FaultLog } from '#lib/platform/upstream/fault-log.server.ts';
import { faultStore, readFaults } from '#lib/platform/upstream/fault-store.server.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';
import { type MailServer, startMailServer } from '#support/mail-server.ts';
import { queueTestMail } from '#support/queue-mail.ts';

const log = pino({ level: 'silent' });
const servers: MailServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function startServer(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options);
  servers.push(server);
  return server;
}

function createShop(db: ShopDatabase, smtpUrl: string, clock = { now: Date.now() }) {
  return { db, log, settings: readSettings({ SMTP_URL: smtpUrl }), now: () => clock.now };
}

function queueMail(
  db: ShopDatabase,
  subject: string,
  options: { now: number; expiresAt?: number; to?: string },
): Promise<string> {
  return queueTestMail(db, { subject, ...options });
}

function readMail(db: ShopDatabase, id: string) {
  return db.write.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

function receivedSubjects(server: MailServer): string[] {
  return server.received.map(({ subject }) => subject).sort();
}

onBothEngines('the mail worker', (open) => {
  test('sends due emails only once, as text and HTML, with their headers', async () => {
    const db = await open();
    const server = await startServer();
    const clock = { now: Date.now() };
    const shop = createShop(db, server.url, clock);
    const headers = { 'List-Unsubscribe': '<https://shop.example/u?t=1>' };
    const content = { heading: 'नमस्ते, आपका कोड', lines: ['.'] };
    const id = await queueTestMail(db, { subject: 'Your cloth', content, headers, now: clock.now });
    const letterhead = () => ({ from: '"Taana" <hello@taana.example>', signature: 'Taana', colors: PLAIN_COLORS });
    for (let round = 0; round < 3; round++) await sendDueMail(shop, newMailSender(undefined, letterhead));
    expect(server.received).toHaveLength(1);
    const [{ raw, to } = { raw: '', to: '' }] = server.received;
    expect(to).toBe('asha@example.in');
    expect(raw).toContain('From: Taana <hello@taana.example>');
    expect(raw).toContain('List-Unsubscribe: <https://shop.example/u?t=1>');
    expect(raw).toContain('Content-Type: multipart/alternative');
    expect(raw).toContain(`Message-ID: <${id}@localhost>`);
    expect(await readMail(db, id)).toMatchObject({ sent_at: clock.now, attempts: 1, unsure: 1, gave_up_at: null });
  });

  test('keeps all emails while the server is down, and sends them when it is available again', async () => {
    const db = await open();
    const { port, close } = await startMailServer();
    await close();
    const shop = createShop(db, `smtp://127.0.0.1:${port}`);
    const sender = newMailSender();
    for (const subject of ['one', 'two', 'three']) await queueMail(db, subject, { now: shop.now() });
    await sendDueMail(shop, sender);
    expect(sender.failureCount).toBe(1);
    const server = await startServer({}, port);
    await sendDueMail(shop, sender);
    expect(server.received, 'the worker pauses first').toEqual([]);
    await expect
      .poll(async () => {
        await sendDueMail(shop, sender);
        return server.received.length > 0;
      })
      .toBe(true);
    expect(receivedSubjects(server)).toEqual(['one', 'three', 'two']);
  });

  test('counts an unavailable server and a rejected login as faults, and records the recovery', async () => {
    const db = await open();
    const faults = new FaultLog(undefined, faultStore(db));
    const { port, close } = await startMailServer();
    await close();
    await queueMail(db, 'one', { now: Date.now() });
    await sendDueMail(createShop(db, `smtp://127.0.0.1:${port}`), newMailSender(faults));
    const rejectingServer = await startServer({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(Object.assign(new Error('no such login'), { responseCode: 535 })),
    });
    const urlWithLogin = rejectingServer.url.replace('smtp://', 'smtp://shop:wrong@');
    await sendDueMail(createShop(db, urlWithLogin), newMailSender(faults));
    await faults.settled();
    const readFaultKinds = async () =>
      (await readFaults(db, 0)).map(({ kind, recoveredAt }) => [kind, recoveredAt !== null]).sort();
    expect(await readFaultKinds()).toEqual([
      ['status_535', false],
      ['unreachable', false],
    ]);
    const healthyServer = await startServer();
    await sendDueMail(createShop(db, healthyServer.url), newMailSender(faults));
    await faults.settled();
    expect(healthyServer.received).toHaveLength(1);
    expect(await readFaultKinds()).toEqual([
      ['status_535', true],
      ['unreachable', true],
    ]);
  });

  test('retries after a 4xx response with a longer pause each time', async () => {
    const db = await open();
    let rejections = 3;
    const server = await startServer({
      onRcptTo(_address, _session, done) {
        rejections -= 1;
        done(rejections >= 0 ? Object.assign(new Error('greylisted'), { responseCode: 451 }) : null);
      },
    });
    const clock = { now: Date.now() };
    const shop = createShop(db, server.url, clock);
    const id = await queueMail(db, 'delayed', { now: clock.now });
    const pausesMs: number[] = [];
    for (let round = 0; round < 3; round++) {
      await sendDueMail(shop, newMailSender());
      const { due_at } = await readMail(db, id);
      pausesMs.push(due_at - clock.now);
      clock.now = due_at;
    }
    expect(pausesMs).toEqual([1_000, 5_000, 30_000]);
    await sendDueMail(shop, newMailSender());
    expect(receivedSubjects(server)).toEqual(['delayed']);
    expect(await readMail(db, id)).toMatchObject({ sent_at: clock.now, attempts: 4 });
  });

  test('does not delay other emails on a connection because of an unknown recipient', async () => {
    const db = await open();
    const server = await startServer({
      onRcptTo({ address }, _session, done) {
        done(address.startsWith('nobody') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null);
      },
    });
    const clock = { now: Date.now() };
    const shop = createShop(db, server.url, clock);
    const lostId = await queueMail(db, 'lost', { now: clock.now - 2, to: 'nobody@example.in' });
    await queueMail(db, 'found', { now: clock.now - 1 });
    await sendDueMail(shop, newMailSender());
    expect(receivedSubjects(server)).toEqual(['found']);
    const row = await readMail(db, lostId);
    expect(row).toMatchObject({ sent_at: null, gave_up_at: null, due_at: clock.now + 1_000, refused_since: clock.now });
    expect(row.last_error).toContain('no such user');
  });

  test('gives up two days after the first attempt, however long the email waited before that', async () => {
    const db = await open();
    const server = await startServer({
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error('busy'), { responseCode: 452 })),
    });
    const clock = { now: Date.now() };
    const shop = createShop(db, server.url, clock);
    const id = await queueMail(db, 'never', { now: clock.now });
    for (const hours of [100, 47]) {
      clock.now += hours * HOUR_MS;
      await sendDueMail(shop, newMailSender());
      expect((await readMail(db, id)).gave_up_at).toBeNull();
    }
    clock.now += 61 * MINUTE_MS;
    await sendDueMail(shop, newMailSender());
    expect((await readMail(db, id)).gave_up_at).toBe(clock.now);
  });

  test('retries after DATA is rejected, and eventually delivers the email', async () => {
    const db = await open();
    let rejections = 4;
    const server = await startServer({
      onReceived: () => (rejections-- > 0 ? Object.assign(new Error('disk full'), { responseCode: 452 }) : undefined),
    });
    const clock = { now: Date.now() };
    const shop = createShop(db, server.url, clock);
    const id = await queueMail(db, 'in the end', { now: clock.now });
    for (let round = 0; round < 5; round++) {
      await sendDueMail(shop, newMailSender());
      clock.now += 10 * MINUTE_MS;
    }
    expect(server.received).toHaveLength(5);
    expect((await readMail(db, id)).sent_at).not.toBeNull();
  });

  test('never sends an expired code, even if it expires while the server is slow', async () => {
    const db = await open();
    const clock = { now: Date.now() };
    let delayMs = 6_000;
    const server = await startServer({
      onMailFrom(_address, _session, done) {
        clock.now += delayMs;
        delayMs = 0;
        done();
      },
    });
    const shop = createShop(db, server.url, clock);
    const lateId = await queueMail(db, 'late', { now: clock.now - 2, expiresAt: clock.now - 1 });
    const slowId = await queueMail(db, 'slow', { now: clock.now, expiresAt: clock.now + 5_000 });
    await sendDueMail(shop, newMailSender());
    clock.now += 10 * MINUTE_MS;
    await queueMail(db, 'news', { now: clock.now });
    await sendDueMail(shop, newMailSender());
    expect(receivedSubjects(server)).toEqual(['news']);
    for (const id of [lateId, slowId]) expect(await readMail(db, id)).toMatchObject({ sent_at: null });
    expect((await readMail(db, slowId)).gave_up_at).not.toBeNull();
    clock.now -= HOUR_MS;
    await sendDueMail(shop, newMailSender());
    expect(receivedSubjects(server), 'setting the clock back does not revive emails').toEqual(['news']);
  });

  test('does not delay the queueing of emails while a server accepts connections but does not respond', async () => {
    const db = await open();
    const connections: Socket[] = [];
    const silentServer = createServer((socket) => connections.push(socket)).listen(0, '127.0.0.1');
    await once(silentServer, 'listening');
    const shop = createShop(db, `smtp://127.0.0.1:${(silentServer.address() as AddressInfo).port}`);
    await queueMail(db, 'first', { now: shop.now() });
    let hasEnded = false;
    const sending = sendDueMail(shop, newMailSender()).finally(() => {
      hasEnded = true;
    });
    await expect.poll(() => connections.length === 1).toBe(true);
    await queueMail(db, 'second', { now: shop.now() });
    expect(hasEnded).toBe(false);
    for (const connection of connections) connection.destroy();
    silentServer.close();
    await sending;
    const rows = await db.write.selectFrom('outbox').select('sent_at').execute();
    expect(rows).toEqual([{ sent_at: null }, { sent_at: null }]);
  });

  test('sends each email only once, even with many concurrent senders', async () => {
    const db = await open();
    const server = await startServer();
    const shop = createShop(db, server.url);
    const expectedSubjects = Array.from({ length: 30 }, (_, index) => `mail ${String(index).padStart(2, '0')}`);
    for (const subject of expectedSubjects) await queueMail(db, subject, { now: shop.now() });
    await Promise.all(Array.from({ length: 6 }, () => sendDueMail(shop, newMailSender())));
    expect(receivedSubjects(server)).toEqual(expectedSubjects);
  });

  test('takes over from a killed sender when its lease expires', async () => {
    const db = await open();
    const server = await startServer();
    const clock = { now: Date.now() };
    const shop = createShop(db, server.url, clock);
    await db.write
      .updateTable('mail_lease')
      .set({ holder: 'dead', expires_at: clock.now + 12_000 })
      .execute();
    await queueMail(db, 'inherited', { now: clock.now });
    await sendDueMail(shop, newMailSender());
    expect(receivedSubjects(server)).toEqual([]);
    clock.now += 12_000;
    await sendDueMail(shop, newMailSender());
    expect(receivedSubjects(server)).toEqual(['inherited']);
  });

  test('stops between two emails when it is aborted', async () => {
    const db = await open();
    const controller = new AbortController();
    const server = await startServer({
      onReceived: () => {
        controller.abort();
        return undefined;
      },
    });
    const shop = createShop(db, server.url);
    for (const subject of ['one', 'two']) await queueMail(db, subject, { now: shop.now() });
    await sendDueMail(shop, newMailSender(), controller.signal);
    expect(server.received).toHaveLength(1);
    await sendDueMail(shop, newMailSender());
    expect(receivedSubjects(server)).toEqual(['one', 'two']);
  });
});
