import type { Generated } from 'kysely';

/** Mails on their way out, and who sends them. */
export interface MailTables {
  outbox: OutboxTable;
  mail_lease: MailLeaseTable;
}

export interface OutboxTable {
  id: string;
  /** What it is about, such as `code` or `order_placed`. */
  kind: string;
  to_address: string;
  subject: string;
  text: string;
  /** What its HTML is made of when it is sent or shown: a `MailContent`. */
  content_json: string;
  /** More header lines by name, such as List-Unsubscribe. */
  headers_json: string | null;
  created_at: number;
  /** When it is to be tried next. */
  due_at: number;
  /** After this moment it must not be sent any more, as with a code. */
  expires_at: number | null;
  attempts: number;
  /** Tries in which all of it went out and no answer came: it may have arrived. */
  unsure: number;
  sent_at: number | null;
  gave_up_at: number | null;
  last_error: string | null;
  /** Since when tries of it have failed. */
  failing_since: Generated<number | null>;
  /** Since when it has been refused for good, try after try. */
  refused_since: Generated<number | null>;
  /** Whose mailbox it counts for while it waits for its turn (`MailRecipient`); null once it may go out. */
  pace_key: Generated<string | null>;
  /** What it tells of, such as an order; mails with one may become one mail. */
  thread: Generated<string | null>;
  /** The mail that has taken it in, and tells it too. */
  joined_into: Generated<string | null>;
}

/** One row: the process that may send mails, and until when. */
export interface MailLeaseTable {
  id: number;
  holder: string;
  expires_at: number;
}
