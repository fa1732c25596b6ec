import { CODE_LIVES_MS } from '#lib/customers/auth/codes.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import type { MailRecipient } from '#lib/platform/mail/recipient.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

export interface ProofCode {
  to: MailRecipient<'counted'>;
  code: string;
  expiresAt: number;
}

interface ProofWords {
  /** Such as "to place your order". */
  purpose: string;
  subject: string;
  /** The action that needs the code. */
  without?: string;
}

/** For an address that will get mail, so that nobody else can subscribe it. */
export async function mailProofCode(
  tx: Tx,
  { to, code, expiresAt, purpose, subject, without = 'is sent to you', now }: ProofCode & ProofWords & { now: number },
): Promise<void> {
  const content = {
    heading: 'Confirm your email',
    lines: [`Type this code ${purpose}. It works once, for ${CODE_LIVES_MS / MINUTE_MS} minutes.`],
    code,
    after: [`If you did not ask for this, you can ignore this mail. Without the code, nothing ${without}.`],
  };
  await queueMail(tx, { to, kind: 'code', subject: `${code} is your code ${subject}`, content, expiresAt, now });
}
