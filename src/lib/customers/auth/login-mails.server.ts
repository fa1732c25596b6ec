import { CODE_LIFETIME_MS, LINK_LIFETIME_MS } from '#lib/customers/auth/codes.ts';
import type { VerificationCode } from '#lib/customers/auth/verification-code.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import type { MailRecipient } from '#lib/platform/mail/recipient.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newToken, tokenHash } from '#lib/platform/tokens.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

type MailShop = Pick<Shop, 'db' | 'settings' | 'now'>;

const AFTER_WRONG_CODES =
  'Someone tried many wrong codes, so, for your safety, codes are switched off for now. Open this link and confirm; after that, codes work again.';
const AFTER_MANY_REQUESTS =
  'Many codes were requested for your address or from your network, so here is a link instead of another code. Open it and confirm.';
const IGNORE_IF_NOT_REQUESTED = 'If you did not request this, you can ignore this email.';

/** Emails the code for a login or, with `isRegistration`, for a registration. */
export async function mailCode(
  { db, now }: MailShop,
  tx: Tx,
  { to, code, expiresAt, isRegistration }: VerificationCode & { isRegistration: boolean },
): Promise<void> {
  const { name } = shopSettings(db);
  const purpose = isRegistration ? `finish your registration at ${name}` : `log in to ${name}`;
  const content = {
    heading: isRegistration ? `Welcome to ${name}` : 'Your login code',
    lines: [
      `Type this code to ${purpose}. It works once, for ${CODE_LIFETIME_MS / MINUTE_MS} minutes.`,
      IGNORE_IF_NOT_REQUESTED,
    ],
    code,
  };
  const subject = `${code} is your code for ${name}`;
  await queueMail(tx, { to, kind: 'code', subject, content, expiresAt, now: now() });
}

/** Emails a link to a page that asks for confirmation. A new link replaces the customer's earlier link. */
export async function mailLoginLink(
  { db, settings, now }: MailShop,
  tx: Tx,
  {
    to,
    customerId,
    next,
    isAfterWrongCodes,
  }: { to: MailRecipient<'counted'>; customerId: string; next: string | undefined; isAfterWrongCodes: boolean },
): Promise<void> {
  const token = newToken();
  const expiresAt = now() + LINK_LIFETIME_MS;
  const link = { token_hash: tokenHash(token), next: next ?? null, expires_at: expiresAt, used_at: null };
  await tx
    .insertInto('sign_in_link')
    .values({ ...link, customer_id: customerId })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(link))
    .execute();
  const { name } = shopSettings(db);
  const content = {
    heading: 'Log in with this link',
    lines: [
      isAfterWrongCodes ? AFTER_WRONG_CODES : AFTER_MANY_REQUESTS,
      `The link works once, for ${LINK_LIFETIME_MS / MINUTE_MS} minutes. ${IGNORE_IF_NOT_REQUESTED}`,
    ],
    action: { label: `Log in to ${name}`, url: `${settings.siteUrl}/login/link?token=${token}` },
  };
  const subject = `Your login link for ${name}`;
  await queueMail(tx, { to, kind: 'link', subject, content, expiresAt, now: now() });
}

/**
 * Emails the explanation that the address already has an account, or that it has none. With `DISCLOSURE=private`, pages
 * show the same message in both cases, so only this email reveals which case applies.
 */
export async function mailExplanation(
  { db, settings, now }: MailShop,
  tx: Tx,
  { to, hasAccount, expiresAt }: Omit<VerificationCode, 'code'> & { hasAccount: boolean },
): Promise<void> {
  const { name } = shopSettings(db);
  const content = hasAccount
    ? {
        heading: 'You already have an account',
        lines: [
          `Someone asked to register this address, which has an account at ${name}. You can log in with it.`,
          IGNORE_IF_NOT_REQUESTED,
        ],
        action: { label: 'Log in', url: `${settings.siteUrl}/login` },
      }
    : {
        heading: 'There is no account yet',
        lines: [
          `Someone asked to log in with this address, which has no account at ${name}. You can create one.`,
          IGNORE_IF_NOT_REQUESTED,
        ],
        action: { label: 'Register', url: `${settings.siteUrl}/register` },
      };
  const subject = hasAccount ? `You already have an account at ${name}` : `No account at ${name} yet`;
  await queueMail(tx, { to, kind: 'explanation', subject, content, expiresAt, now: now() });
}
