import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Insertable } from 'kysely';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { prepared } from '#lib/platform/db/prepared.server.ts';
import type { OutboxTable } from '#lib/platform/db/tables/mail.ts';
import { type MailContent, mailText } from '#lib/platform/mail/mail-text.server.ts';
import { paceKey } from '#lib/platform/mail/pace.ts';
import type { MailRecipient } from '#lib/platform/mail/recipient.server.ts';

interface Letter {
  /** What it is about, such as `code` or `order_placed`. */
  kind: string;
  subject: string;
  content: MailContent;
  /** More header lines by name, such as List-Unsubscribe. */
  headers?: Record<string, string> | undefined;
  /** Epoch milliseconds. */
  now: number;
}

/** Waits for its turn where a stranger may have typed the address. */
interface LastingMail extends Letter {
  to: MailRecipient<'proven' | 'typed' | 'shop'>;
  /** What it tells of, such as an order: mails that wait together may become one. Without it a mail stays by itself. */
  thread?: string | undefined;
  expiresAt?: undefined;
}

/** Somebody waits for it: it leaves at once and by itself, so the request for it must have been counted. */
interface UrgentMail extends Letter {
  to: MailRecipient<'counted'>;
  /** After this moment it is not sent any more, and its text is forgotten soon. */
  expiresAt: number;
}

export type OutgoingMail = LastingMail | UrgentMail;

/** Puts a mail in the outbox, in the transaction of what caused it: it goes out if, and only if, that commits. Gives its id. */
export async function queueMail(tx: Tx, mail: OutgoingMail): Promise<string> {
  const id = newMailId();
  const { address, standing } = mail.to;
  const isPaced = standing === 'typed' || standing === 'proven';
  await insertMail(tx, {
    id,
    kind: mail.kind,
    to_address: oneLine(address),
    subject: oneLine(mail.subject),
    text: mailText(mail.content),
    content_json: JSON.stringify(mail.content),
    headers_json: mail.headers ? JSON.stringify(mail.headers) : null,
    created_at: mail.now,
    due_at: mail.now,
    expires_at: mail.expiresAt ?? null,
    attempts: 0,
    unsure: 0,
    pace_key: isPaced ? paceKey(standing, address) : null,
    thread: mail.expiresAt === undefined ? (mail.thread ?? null) : null,
  });
  return id;
}

/** The time comes first, in microseconds, so that mails of one moment keep their order and lie together in the index. */
function newMailId(): string {
  const microseconds = Math.round((performance.timeOrigin + performance.now()) * 1_000);
  return `${microseconds.toString(36)}${randomBytes(8).toString('hex')}`;
}

const insertMail = prepared((db, row: Insertable<OutboxTable>) => db.insertInto('outbox').values(row));

/** A line break in a subject would begin another header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
