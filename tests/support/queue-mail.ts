import { randomBytes } from 'node:crypto';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { MailContent } from '#lib/platform/mail/mail-text.server.ts';
import { type OutgoingMail, queueMail } from '#lib/platform/mail/outbox.server.ts';
import { countedRecipient, ownerRecipient } from '#lib/platform/mail/recipient.server.ts';

interface TestMail {
  to?: string;
  subject: string;
  content?: MailContent;
  headers?: Record<string, string>;
  now: number;
  expiresAt?: number | undefined;
}

/** Queues an email that is due immediately, without pacing. Returns its ID. Throws an error if it has no address. */
export async function queueTestMail(db: ShopDatabase, mail: TestMail): Promise<string> {
  const outgoing = await testMail(db, mail);
  return transaction(db, async (tx) => {
    const id = await queueMail(tx, outgoing);
    if (id === undefined) throw new Error('The email has no address, so it was not queued.');
    await tx.updateTable('outbox').set({ pace_key: null }).where('id', '=', id).execute();
    return id;
  });
}

/** Returns an email to the owner or, if `expiresAt` is set, to a recipient with a rate limit. */
export async function testMail(
  db: ShopDatabase,
  { to = 'asha@example.in', expiresAt, content, ...mail }: TestMail,
): Promise<OutgoingMail> {
  const common = { kind: 'test', content: content ?? { heading: mail.subject, lines: [] }, ...mail };
  if (expiresAt === undefined) return { ...common, to: ownerRecipient(to) };
  const budget = { key: `test:${randomBytes(6).toString('hex')}`, max: 1, windowMs: 1 };
  return { ...common, expiresAt, to: await countedRecipient({ db, now: () => mail.now }, to, [budget], 'too many') };
}
