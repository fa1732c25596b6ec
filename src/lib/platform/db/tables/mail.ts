import type { Generated } from 'kysely';

export interface MailTables {
  outbox: OutboxTable;
  mail_lease: MailLeaseTable;
}

export interface OutboxTable {
  id: string;
  kind: string;
  to_address: string;
  subject: string;
  text: string;
  /** A `MailContent` as JSON. The HTML is generated when the email is sent or shown. */
  content_json: string;
  headers_json: string | null;
  created_at: number;
  due_at: number;
  expires_at: number | null;
  attempts: number;
  /**
   * The number of attempts in which the email was sent completely, but the server did not reply, so that the email may
   * have arrived.
   */
  unsure: number;
  sent_at: number | null;
  gave_up_at: number | null;
  last_error: string | null;
  failing_since: Generated<number | null>;
  refused_since: Generated<number | null>;
  /** The key of the rate limit that delays the email (`paceKey`); null if none does. */
  pace_key: Generated<string | null>;
  /** Emails with the same thread may be joined into one. */
  thread: Generated<string | null>;
  joined_into: Generated<string | null>;
}

export interface MailLeaseTable {
  id: number;
  holder: string;
  expires_at: number;
}
