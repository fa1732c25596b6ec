import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { mailHtml, mailText } from '#lib/platform/mail/mail-text.server.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import { onBothEngines } from '#support/database.ts';
import { queueTestMail, testMail } from '#support/queue-mail.ts';

const NOW = 1_771_000_000_000;
const MAIL = {
  subject: 'Hello',
  content: { heading: 'नमस्ते', lines: ['Hello'] },
  now: NOW,
};

onBothEngines('the outbox', (open) => {
  test('stores an email unchanged, to be sent immediately', async () => {
    const db = await open();
    const headers = { 'List-Unsubscribe': '<https://shop.example/u>' };
    const id = await queueTestMail(db, { ...MAIL, expiresAt: NOW + 600_000, headers });
    const row = await db.write.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      to_address: 'asha@example.in',
      kind: 'test',
      subject: 'Hello',
      text: mailText(MAIL.content),
      content_json: JSON.stringify(MAIL.content),
    });
    expect(row).toMatchObject({ created_at: NOW, due_at: NOW, expires_at: NOW + 600_000, attempts: 0, sent_at: null });
    expect(JSON.parse(row.headers_json ?? '')).toEqual(headers);
  });

  test('does not contain an email from a failed transaction', async () => {
    const db = await open();
    const mail = await testMail(db, MAIL);
    const failingTransaction = transaction(db, async (tx) => {
      await queueMail(tx, mail);
      throw new Error('out of stock');
    });
    await expect(failingTransaction).rejects.toThrow('out of stock');
    expect(await db.write.selectFrom('outbox').select('id').execute()).toEqual([]);
  });

  test('replaces line breaks in a subject with spaces', async () => {
    const db = await open();
    const id = await queueTestMail(db, { ...MAIL, subject: 'Hello\r\nBcc: all@example.in' });
    const row = await db.write.selectFrom('outbox').select('subject').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.subject).toBe('Hello Bcc: all@example.in');
  });

  test('renders emails stored before migration 0022 with the subject as a heading and with escaped text', async () => {
    const db = await open();
    const statements = [
      "alter table outbox add column html text not null default '<p>Your code: 1</p>'",
      'alter table outbox drop column content_json',
      'create index outbox_of_address on outbox (to_address)',
      'create index order_line_of_product on order_line (product_id)',
      "insert into outbox (id, kind, to_address, subject, text, created_at, due_at) values ('m', 'code', 'a@b.in', 'Hi', 'Your <code>', 1, 1)",
      "delete from migration where name = '0022-lighter-orders'",
    ];
    for (const statement of statements) await sql.raw(statement).execute(db.write);
    await migrate(db);
    const row = await db.write.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    const html = mailHtml(JSON.parse(row.content_json));
    expect(html).toContain('>Hi</h1>');
    expect(html).toContain('Your &lt;code&gt;');
  });
});
