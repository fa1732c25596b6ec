import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Insertable } from 'kysely';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import type { OutboxTable } from '#lib/platform/db/tables/mail.ts';
import { type MailContent, mailText } from '#lib/platform/mail/mail-text.server.ts';
import { isPaced, paceKey } from '#lib/platform/mail/pace.ts';
import type { MailRecipient } from '#lib/platform/mail/recipient.server.ts';

interface MailBase {
  kind: string;
  subject: string;
  content: MailContent;
  headers?: Record<string, string> | undefined;
  now: number;
}

interface NonExpiringMail extends MailBase {
  to: MailRecipient<'proven' | 'typed' | 'owner'>;
  /** What the email is about, such as an order: waiting emails with the same thread may be joined. */
  thread?: string | undefined;
  expiresAt?: undefined;
}

/** An email that is not rate-limited. The request for the email must therefore be counted against a budget. */
interface ExpiringMail extends MailBase {
  to: MailRecipient<'counted'>;
  /** When the email expires, in epoch ms. After this time, it is not sent, and its text is soon deleted. */
  expiresAt: number;
}

export type OutgoingMail = NonExpiringMail | ExpiringMail;

/**
 * Stores an email, which is sent in the background after `tx` has committed. Returns the email's id, or undefined if
 * the recipient has no address.
 */
export async function queueMail(tx: Tx, mail: OutgoingMail): Promise<string | undefined> {
  if (mail.to.address === '') return undefined;
  const id = newMailId();
  const { address, trust } = mail.to;
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
    pace_key: isPaced(trust) ? paceKey(trust, address) : null,
    thread: mail.expiresAt === undefined ? (mail.thread ?? null) : null,
  });
  return id;
}

/** Returns an id starting with the time in microseconds, so that emails from the same millisecond keep their order. */
function newMailId(): string {
  const microseconds = Math.round((performance.timeOrigin + performance.now()) * 1_000);
  return `${microseconds.toString(36)}${randomBytes(8).toString('hex')}`;
}

const insertMail = preparedQuery((db, row: Insertable<OutboxTable>) => db.insertInto('outbox').values(row));

/** Replaces line breaks with spaces, because a line break in a subject would start another header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
