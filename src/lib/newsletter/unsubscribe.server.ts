import { timingSafeEqual } from 'node:crypto';
import type { Shop } from '#lib/platform/shop.server.ts';
import { keyedHash } from '#lib/platform/tokens.server.ts';

type UnsubscribeShop = Pick<Shop, 'db' | 'secretKey'>;

/** Where a subscriber leaves, without a login: only this shop can have signed it. */
export function unsubscribeUrl(shop: Pick<Shop, 'settings' | 'secretKey'>, subscriberId: string): string {
  return `${shop.settings.siteUrl}/newsletter/unsubscribe/${subscriberId}.${signature(shop.secretKey, subscriberId)}`;
}

/** For every letter: mail programs show a button of their own that leaves with one click (RFC 8058). */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** The subscriber whom a link was signed for, whether still subscribed or not; `undefined` for any other. */
export function subscriberOfToken(secretKey: string, token: string): string | undefined {
  const [id = '', given = '', ...rest] = token.split('.');
  const expected = Buffer.from(signature(secretKey, id));
  const isSigned = rest.length === 0 && Buffer.byteLength(given) === expected.length;
  return isSigned && timingSafeEqual(Buffer.from(given), expected) ? id : undefined;
}

/** Takes the subscriber off the list; once more changes nothing. False when the link is not this shop's. */
export async function unsubscribe({ db, secretKey }: UnsubscribeShop, token: string): Promise<boolean> {
  const id = subscriberOfToken(secretKey, token);
  if (id === undefined) return false;
  await db.write.deleteFrom('subscriber').where('id', '=', id).execute();
  return true;
}

function signature(secretKey: string, subscriberId: string): string {
  return keyedHash(secretKey, 'unsubscribe', subscriberId);
}
