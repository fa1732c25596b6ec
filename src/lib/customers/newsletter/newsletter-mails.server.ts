import { mailVerificationCode, type VerificationCode } from '#lib/customers/auth/verification-code.server.ts';
import { unsubscribeUrl } from '#lib/customers/newsletter/unsubscribe.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import { verifiedRecipient } from '#lib/platform/mail/recipient.server.ts';
import { UNSUBSCRIBE, unsubscribeHeaders } from '#lib/platform/mail/unsubscribe-link.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

type MailShop = Pick<Shop, 'db' | 'settings' | 'secretKey' | 'now'>;

export function mailNewsletterCode({ db, now }: MailShop, tx: Tx, verification: VerificationCode): Promise<void> {
  return mailVerificationCode(tx, {
    ...verification,
    purpose: 'to subscribe to our newsletter',
    subjectEnding: `for ${shopSettings(db).name}’s newsletter`,
    now: now(),
  });
}

export async function mailWelcome(shop: MailShop, tx: Tx, subscriber: { id: string; email: string }): Promise<void> {
  const url = unsubscribeUrl(shop, subscriber.id);
  const { name, newsletter } = shopSettings(shop.db);
  const content = {
    heading: 'You are subscribed',
    lines: [`Thank you. ${newsletter}`],
    action: { label: 'See what is new', url: `${shop.settings.siteUrl}/products` },
    footer: { label: UNSUBSCRIBE, url },
  };
  await queueMail(tx, {
    to: verifiedRecipient(subscriber),
    kind: 'newsletter',
    subject: `Welcome to ${name}’s newsletter`,
    content,
    headers: unsubscribeHeaders(url),
    now: shop.now(),
  });
}

/** Emails that the address is subscribed already. In private mode, the page is the same for every address. */
export async function mailAlreadySubscribed(
  shop: MailShop,
  tx: Tx,
  { to, id, expiresAt }: Omit<VerificationCode, 'code'> & { id: string },
): Promise<void> {
  const url = unsubscribeUrl(shop, id);
  const content = {
    heading: 'You are subscribed already',
    lines: [
      'Someone asked to subscribe this address, which already gets our newsletter. You don’t need to do anything.',
    ],
    footer: { label: UNSUBSCRIBE, url },
  };
  await queueMail(tx, {
    to,
    kind: 'newsletter',
    subject: 'You are subscribed already',
    content,
    headers: unsubscribeHeaders(url),
    expiresAt,
    now: shop.now(),
  });
}
