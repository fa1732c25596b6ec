import type { MailColors } from '#lib/platform/mail/mail-style.ts';

/** The parts that all emails of the shop have in common. */
export interface Letterhead {
  /** The value of the From header: a name and an address. */
  from: string;
  signature: string;
  colors: MailColors;
}

/**
 * Returns the sender of an email. If `MAIL_FROM` has no name, the shop's name is added, so that renaming the shop needs
 * no new setting.
 */
export function senderOf(mailFrom: string | undefined, { from, signature }: Letterhead): string {
  if (mailFrom === undefined) return from;
  return mailFrom.includes('<') ? mailFrom : namedSender(signature, mailFrom.trim());
}

export function namedSender(name: string, address: string): string {
  return `"${name.replaceAll(/["\\]/g, '')}" <${address}>`;
}
