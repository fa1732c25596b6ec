import { CODE_LIFETIME_MS } from '#lib/customers/auth/codes.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import type { MailRecipient } from '#lib/platform/mail/recipient.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

export interface VerificationCode {
  to: MailRecipient<'counted'>;
  code: string;
  expiresAt: number;
}

interface VerificationMail extends VerificationCode {
  /** The continuation of the sentence "Type this code …", for example "to place your order". */
  purpose: string;
  /** The end of the subject "1234 is your code …". */
  subjectEnding: string;
  /** The end of the sentence "Without the code, nothing …"; "is sent to you" by default. */
  withoutCode?: string;
  now: number;
}

/** Emails a code that verifies that an address belongs to the visitor, so that nobody else can use it. */
export async function mailVerificationCode(
  tx: Tx,
  { code, purpose, subjectEnding, withoutCode = 'is sent to you', ...mail }: VerificationMail,
): Promise<void> {
  const content = {
    heading: 'Confirm your email',
    lines: [`Type this code ${purpose}. It works once, for ${CODE_LIFETIME_MS / MINUTE_MS} minutes.`],
    code,
    after: [`If you did not request this, you can ignore this email. Without the code, nothing ${withoutCode}.`],
  };
  await queueMail(tx, { ...mail, kind: 'code', subject: `${code} is your code ${subjectEnding}`, content });
}
