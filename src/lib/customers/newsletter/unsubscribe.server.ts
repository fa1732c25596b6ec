import { idOfUnsubscribeToken, type MailingList, unsubscribeLink } from '#lib/platform/mail/unsubscribe-link.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const NEWSLETTER: MailingList = { path: '/newsletter/unsubscribe', purpose: 'unsubscribe' };

export function unsubscribeUrl(shop: Pick<Shop, 'settings' | 'secretKey'>, subscriberId: string): string {
  return unsubscribeLink(shop, NEWSLETTER, subscriberId);
}

/** Returns a subscriber's id, or `undefined` if this shop did not sign the link. The subscriber may not exist. */
export function subscriberIdOfToken(secretKey: string, token: string): string | undefined {
  return idOfUnsubscribeToken(secretKey, NEWSLETTER, token);
}

/** Unsubscribes an address. Idempotent. Returns false if this shop did not sign the link. */
export async function unsubscribe({ db, secretKey }: Pick<Shop, 'db' | 'secretKey'>, token: string): Promise<boolean> {
  const id = subscriberIdOfToken(secretKey, token);
  if (id === undefined) return false;
  await db.write.deleteFrom('subscriber').where('id', '=', id).execute();
  return true;
}
