import type { APIContext } from 'astro';
import { latestValidStart } from '#lib/platform/clock.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { readPrivateCookie, setPrivateCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { keyedHash, newToken, tokenHash } from '#lib/platform/tokens.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { mailboxOf } from '#lib/primitives/email.ts';

/** The time for which a guest who has entered an emailed code needs no further code in the same browser. */
export const MAILBOX_VERIFIED_MS = 30 * DAY_MS;
const MAILBOX_COOKIE = 'mailbox';

type CookieContext = Pick<APIContext, 'cookies' | 'locals'>;
type MailboxShop = Pick<Shop, 'secretKey' | 'now'>;

export function readMailboxToken({ cookies, locals }: CookieContext): string | undefined {
  return readPrivateCookie(cookies, locals.shop.settings, MAILBOX_COOKIE);
}

export function saveMailboxToken({ cookies, locals }: CookieContext, token: string): void {
  setPrivateCookie(cookies, locals.shop.settings, MAILBOX_COOKIE, token, MAILBOX_VERIFIED_MS / 1_000);
}

/** Records a verified mailbox. The caller must have checked the code. Returns the token for the browser's cookie. */
export async function recordVerifiedMailbox(
  db: Pick<Tx, 'insertInto'>,
  { secretKey, now }: MailboxShop,
  email: string,
): Promise<string> {
  const token = newToken();
  await db
    .insertInto('proven_mailbox')
    .values({ token_hash: tokenHash(token), email_key: mailboxKey(secretKey, email), created_at: now() })
    .execute();
  return token;
}

/** Returns whether the token shows that its browser verified this mailbox within `MAILBOX_VERIFIED_MS`. */
export async function isVerifiedMailbox(
  db: Pick<Tx, 'selectFrom'>,
  { secretKey, now }: MailboxShop,
  email: string,
  token: string | undefined,
): Promise<boolean> {
  if (token === undefined) return false;
  const row = await db
    .selectFrom('proven_mailbox')
    .select('created_at')
    .where('token_hash', '=', tokenHash(token))
    .where('email_key', '=', mailboxKey(secretKey, email))
    .where('created_at', '>', now() - MAILBOX_VERIFIED_MS)
    .where('created_at', '<=', latestValidStart(now()))
    .executeTakeFirst();
  return row !== undefined;
}

function mailboxKey(secretKey: string, email: string): string {
  return keyedHash(secretKey, 'proven-mailbox', mailboxOf(email));
}
