import { timingSafeEqual } from 'node:crypto';
import type { Shop } from '#lib/platform/shop.server.ts';
import { keyedHash } from '#lib/platform/tokens.server.ts';

type UnsubscribeShop = Pick<Shop, 'db' | 'secretKey'>;

export function unsubscribeUrl(shop: Pick<Shop, 'settings' | 'secretKey'>, subscriberId: string): string {
  return `${shop.settings.siteUrl}/newsletter/unsubscribe/${subscriberId}.${signature(shop.secretKey, subscriberId)}`;
}

export function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** `undefined` unless this shop signed the link; the subscriber may have left already. */
export function subscriberOfToken(secretKey: string, token: string): string | undefined {
  const [id = '', given = '', ...rest] = token.split('.');
  const expected = Buffer.from(signature(secretKey, id));
  const isSigned = rest.length === 0 && Buffer.byteLength(given) === expected.length;
  return isSigned && timingSafeEqual(Buffer.from(given), expected) ? id : undefined;
}

/** Idempotent. False when the link is not this shop's. */
export async function unsubscribe({ db, secretKey }: UnsubscribeShop, token: string): Promise<boolean> {
  const id = subscriberOfToken(secretKey, token);
  if (id === undefined) return false;
  await db.write.deleteFrom('subscriber').where('id', '=', id).execute();
  return true;
}

function signature(secretKey: string, subscriberId: string): string {
  return keyedHash(secretKey, 'unsubscribe', subscriberId);
}
