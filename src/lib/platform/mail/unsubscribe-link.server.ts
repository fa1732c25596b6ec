import type { Shop } from '#lib/platform/shop.server.ts';
import { isSameSecret, keyedHash } from '#lib/platform/tokens.server.ts';

/** A list to unsubscribe from. `purpose` is part of the signature, so a link for one list does not work for another. */
export interface MailingList {
  path: string;
  purpose: string;
}

export const UNSUBSCRIBE = 'Unsubscribe';

export function unsubscribeLink(
  { settings, secretKey }: Pick<Shop, 'settings' | 'secretKey'>,
  { path, purpose }: MailingList,
  id: string,
): string {
  return `${settings.siteUrl}${path}/${id}.${keyedHash(secretKey, purpose, id)}`;
}

/** Returns headers that let readers unsubscribe with one click in their mail program (RFC 8058). */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * Returns the subscriber's id, or undefined if this shop did not sign the token for this list. The subscriber may have
 * unsubscribed already.
 */
export function idOfUnsubscribeToken(secretKey: string, { purpose }: MailingList, token: string): string | undefined {
  const [id = '', signature = '', ...rest] = token.split('.');
  return rest.length === 0 && isSameSecret(signature, keyedHash(secretKey, purpose, id)) ? id : undefined;
}
