import { expect, test } from 'vitest';
import { transaction } from '#lib/db/transaction.server.ts';
import { queueMail } from '#lib/mail/outbox.server.ts';
import { onBothEngines } from '../support/database.ts';

const NOW = 1_771_000_000_000;
const MAIL = { to: 'asha@example.in', kind: 'code', subject: 'Hello', text: 'नमस्ते\n', html: '<p>नमस्ते</p>', now: NOW };

onBothEngines('the outbox', (open) => {
  test('keeps a mail as it was written, due at once', async () => {
    const db = await open();
    const headers = { 'List-Unsubscribe': '<https://shop.example/u>' };
    const id = await transaction(db, (tx) => queueMail(tx, { ...MAIL, expiresAt: NOW + 600_000, headers }));
    const row = await db.write.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      to_address: MAIL.to,
      kind: 'code',
      subject: 'Hello',
      text: MAIL.text,
      html: MAIL.html,
    });
    expect(row).toMatchObject({ created_at: NOW, due_at: NOW, expires_at: NOW + 600_000, attempts: 0, sent_at: null });
    expect(JSON.parse(row.headers_json ?? '')).toEqual(headers);
  });

  test('has no mail of a transaction that failed', async () => {
    const db = await open();
    const failing = transaction(db, async (tx) => {
      await queueMail(tx, MAIL);
      throw new Error('out of stock');
    });
    await expect(failing).rejects.toThrow('out of stock');
    expect(await db.write.selectFrom('outbox').select('id').execute()).toEqual([]);
  });

  test('takes line breaks out of what becomes a header', async () => {
    const db = await open();
    const id = await transaction(db, (tx) => queueMail(tx, { ...MAIL, subject: 'Hello\r\nBcc: all@example.in' }));
    const row = await db.write.selectFrom('outbox').select('subject').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.subject).toBe('Hello Bcc: all@example.in');
  });
});
