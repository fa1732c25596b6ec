import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Tx } from '#lib/db/db.server.ts';
import { prepared } from '#lib/db/prepared.server.ts';
import type { OutboxTable } from '#lib/db/tables/mail.ts';
import { type MailContent, mailText } from '#lib/mail/mail-text.server.ts';

export interface OutgoingMail {
  to: string;
  /** What it is about, such as `code` or `order_placed`. */
  kind: string;
  subject: string;
  content: MailContent;
  /** After this moment it is not sent any more, and its text is forgotten soon. */
  expiresAt?: number | undefined;
  /** More header lines by name, such as List-Unsubscribe. */
  headers?: Record<string, string> | undefined;
  /** Epoch milliseconds. */
  now: number;
}

/** Puts a mail in the outbox, in the transaction of what caused it: it goes out if, and only if, that commits. Gives its id. */
export async function queueMail(tx: Tx, mail: OutgoingMail): Promise<string> {
  const id = randomBytes(16).toString('hex');
  await insertMail(tx, {
    id,
    kind: mail.kind,
    to_address: oneLine(mail.to),
    subject: oneLine(mail.subject),
    text: mailText(mail.content),
    content_json: JSON.stringify(mail.content),
    headers_json: mail.headers ? JSON.stringify(mail.headers) : null,
    created_at: mail.now,
    due_at: mail.now,
    expires_at: mail.expiresAt ?? null,
    attempts: 0,
    unsure: 0,
  });
  return id;
}

const insertMail = prepared((db, row: Insertable<OutboxTable>) => db.insertInto('outbox').values(row));

/** A line break in a subject would begin another header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
