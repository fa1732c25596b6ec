import { CODE_LIFETIME_MS } from '#lib/customers/auth/codes.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import type { MailRecipient } from '#lib/platform/mail/recipient.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

export interface ProofCode {
  to: MailRecipient<'counted'>;
  code: string;
  expiresAt: number;
}

interface ProofTexts {
  /** Such as "to place your order". */
  purpose: string;
  subject: string;
  /** Ends the sentence "Without the code, nothing …". */
  without?: string;
}

/** Mails a code that proves that an address belongs to the visitor, so that nobody else can subscribe it. */
export async function mailProofCode(
  tx: Tx,
  { to, code, expiresAt, purpose, subject, without = 'is sent to you', now }: ProofCode & ProofTexts & { now: number },
): Promise<void> {
  const content = {
    heading: 'Confirm your email',
    lines: [`Type this code ${purpose}. It works once, for ${CODE_LIFETIME_MS / MINUTE_MS} minutes.`],
    code,
    after: [`If you did not request this, you can ignore this mail. Without the code, nothing ${without}.`],
  };
  await queueMail(tx, { to, kind: 'code', subject: `${code} is your code ${subject}`, content, expiresAt, now });
}
