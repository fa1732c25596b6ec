import { consumeVerifiedChallenge, createChallenge } from '#lib/customers/auth/challenges.server.ts';
import { countMail } from '#lib/customers/auth/code-budgets.server.ts';
import { checkCode, digitCountOfCodeWithoutLink } from '#lib/customers/auth/codes.server.ts';
import { NEWSLETTER_MESSAGES as MESSAGES } from '#lib/customers/newsletter/newsletter.ts';
import { newsletterChallenge } from '#lib/customers/newsletter/newsletter-challenge.server.ts';
import {
  mailAlreadySubscribed,
  mailNewsletterCode,
  mailWelcome,
} from '#lib/customers/newsletter/newsletter-mails.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

type NewsletterShop = Pick<Shop, 'db' | 'settings' | 'secretKey' | 'log' | 'now'>;

/**
 * Emails a code, and returns the token of the challenge. Throws a ShopError `too_many` after too many requests, or
 * `conflict` for a subscribed address. In private mode, an email to the address explains that it is subscribed, instead
 * of `conflict` (product.md, "Newsletter").
 */
export async function requestNewsletterCode(
  shop: NewsletterShop,
  { email }: { email: string },
  networks: Networks,
): Promise<string> {
  const to = await countMail(shop, 'newsletter', { networks, email });
  const subscriber = await shop.db.write
    .selectFrom('subscriber')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst();
  if (subscriber && shop.settings.disclosure === 'open') throw new ShopError('conflict', MESSAGES.isSubscribed);
  const digits = await digitCountOfCodeWithoutLink(shop);
  return transaction(shop.db, async (tx) => {
    const challenge = { purpose: 'newsletter' as const, email, digits };
    const { token, code, expiresAt } = await createChallenge(shop, tx, challenge, !subscriber);
    if (subscriber) await mailAlreadySubscribed(shop, tx, { to, id: subscriber.id, expiresAt });
    else await mailNewsletterCode(shop, tx, { to, code, expiresAt });
    return token;
  });
}

/** Checks a code. Returns the verified email address. Throws the same errors as `checkCode`. */
export async function checkNewsletterCode(
  shop: NewsletterShop,
  confirmation: { token: string | undefined; code: string; email?: string },
  networks: Networks,
): Promise<string> {
  const { purposes } = newsletterChallenge;
  const challenge = await checkCode(shop, { ...confirmation, purposes, networks });
  return challenge.email;
}

/**
 * Subscribes a verified address, and consumes the challenge. Throws a ShopError `refused` if the challenge was not
 * verified for this address.
 */
export async function subscribe(
  shop: NewsletterShop,
  { email }: { email: string },
  token: string | undefined,
): Promise<void> {
  await transaction(shop.db, async (tx) => {
    const isVerified = await consumeVerifiedChallenge(tx, { token, purpose: 'newsletter', email }, shop.now());
    if (!isVerified) throw new ShopError('refused', MESSAGES.notVerified);
    const subscriber = { id: newId(), email };
    const result = await tx
      .insertInto('subscriber')
      .values({ ...subscriber, created_at: shop.now() })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirst();
    if (result.numInsertedOrUpdatedRows === 1n) await mailWelcome(shop, tx, subscriber);
  });
}
