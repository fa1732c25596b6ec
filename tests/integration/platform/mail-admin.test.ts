import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import {
  countStuckMails,
  dropMail,
  findMail,
  listMails,
  sendGivenUpMailsAgain,
  sendMailAgain,
} from '#lib/platform/mail/mail-admin.server.ts';
import { newMailSender, sendDueMail } from '#lib/platform/mail/mail-worker.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';
import { type MailServerBehaviour, startFaultyMailServer } from '#support/faulty-mail-server.ts';
import { queueTestMail } from '#support/queue-mail.ts';
import { shopCli } from '#support/shop-cli.ts';
import { temporaryDir } from '#support/shop-process.ts';

function queueMailAbout(db: ShopDatabase, subject: string, now: number, expiresAt?: number): Promise<string> {
  const content = { heading: subject, lines: ['What it says.'] };
  return queueTestMail(db, { subject, content, now, expiresAt });
}

onBothEngines('undelivered emails', (open) => {
  test('are listed, counted and resent with the same Message-ID unless they contain expired codes', async () => {
    const db = await open();
    let fault: MailServerBehaviour = 'rcpt 550';
    const server = await startFaultyMailServer(() => fault);
    const clock = { now: Date.now() };
    const settings = readSettings({ SMTP_URL: server.url });
    const shop = { db, log: pino({ level: 'silent' }), settings, now: () => clock.now };
    const firstId = await queueMailAbout(db, 'Your order', clock.now);
    const secondId = await queueMailAbout(db, 'Your second order', clock.now);
    const codeMailId = await queueMailAbout(db, 'Your code', clock.now, clock.now + 10 * MINUTE_MS);
    expect(await countStuckMails(db, clock.now)).toEqual({ givenUpCount: 0, lateCount: 0 });
    for (let round = 0; round < 2 * 60; round++, clock.now += MINUTE_MS) await sendDueMail(shop, newMailSender());
    expect(await countStuckMails(db, clock.now)).toEqual({ givenUpCount: 0, lateCount: 2 });
    for (let round = 0; round < 100; round++, clock.now += 5 * MINUTE_MS) await sendDueMail(shop, newMailSender());
    expect(await countStuckMails(db, clock.now)).toEqual({ givenUpCount: 2, lateCount: 0 });
    expect((await listMails(db, 'stuck')).map(({ id }) => id).sort()).toEqual([firstId, secondId].sort());
    expect(await listMails(db, 'sent')).toEqual([]);
    await expect(sendMailAgain(shop, codeMailId)).rejects.toMatchObject({ code: 'conflict' });
    await expect(findMail(db, 'no-such')).rejects.toMatchObject({ code: 'not_found' });

    fault = 'accept';
    await sendMailAgain(shop, firstId.slice(0, 20));
    await sendDueMail(shop, newMailSender());
    expect(server.accepted.map(({ subject }) => subject)).toEqual(['Your order']);
    expect(await sendGivenUpMailsAgain(shop)).toBe(1);
    await sendDueMail(shop, newMailSender());
    await sendMailAgain(shop, firstId);
    await sendDueMail(shop, newMailSender());
    expect(server.accepted.map(({ subject }) => subject)).toEqual(['Your order', 'Your second order', 'Your order']);
    expect(server.accepted[2]?.messageId).toBe(server.accepted[0]?.messageId);
    expect(await countStuckMails(db, clock.now + HOUR_MS)).toEqual({ givenUpCount: 0, lateCount: 0 });
    await dropMail({ db, now: Date.now }, secondId);
    await expect(findMail(db, secondId)).rejects.toMatchObject({ code: 'not_found' });
    await server.close();
  });
});

test('the CLI and doctor report undelivered emails without showing codes', async () => {
  const { dir, remove } = temporaryDir('mails');
  const runCli = shopCli(dir);
  const db = await openDatabase({ dataDir: dir });
  await migrate(db);
  const id = await queueMailAbout(db, 'Your order \u001b[31m', Date.now());
  await queueMailAbout(db, '0427 is your code', Date.now(), Date.now() + MINUTE_MS);
  await db.write
    .updateTable('outbox')
    .set({ gave_up_at: Date.now(), last_error: '550 no such\nuser', failing_since: Date.now() })
    .execute();
  const listOutput = runCli('mails', 'list');
  expect(listOutput.stdout).toMatch(new RegExp(`^${id.slice(0, 14)}  .*  given up  asha@example.in  Your order`));
  expect(listOutput.stdout).not.toContain('\u001b');
  const givenUpOutput = runCli('mails', 'list', '--state', 'given-up').stdout;
  expect(givenUpOutput).toContain('(test)');
  expect(givenUpOutput).not.toContain('0427');
  const showOutput = runCli('mails', 'show', id.slice(0, 14)).stdout;
  expect(showOutput).toContain('last answer: 550 no such user');
  expect(showOutput).toContain('What it says.');
  expect(runCli('doctor').stdout).toContain(
    '✗ emails: 1 given up, 0 waiting for over an hour; see npm run shop -- mails list',
  );
  expect(runCli('mails', 'send-again', id).stdout).toContain('will be sent again within seconds');
  expect(runCli('mails', 'drop', id, '--yes').status).toBe(0);
  expect(runCli('mails', 'list')).toMatchObject({ status: 0, stdout: 'No email is stuck.\n' });
  await db.close();
  remove();
});
