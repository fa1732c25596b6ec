import type { MailColors } from '#lib/platform/mail/mail-style.ts';

export interface Letterhead {
  /** As in a From header: a name and an address. */
  from: string;
  signature: string;
  colors: MailColors;
}

/** A bare address is combined with the shop's name, so that a new name needs no new setting. */
export function senderOf(mailFrom: string | undefined, { from, signature }: Letterhead): string {
  if (mailFrom === undefined) return from;
  return mailFrom.includes('<') ? mailFrom : namedSender(signature, mailFrom.trim());
}

export function namedSender(name: string, address: string): string {
  return `"${name.replaceAll(/["\\]/g, '')}" <${address}>`;
}
