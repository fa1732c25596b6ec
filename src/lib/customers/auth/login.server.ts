import { createChallenge, dropChallenge, findChallenge } from '#lib/customers/auth/challenges.server.ts';
import {
  countLink,
  countMail,
  trySpendDeviceCode,
  trySpendLinkAfterWrongCodes,
  trySpendMailboxCode,
  trySpendNetworkCode,
} from '#lib/customers/auth/code-budgets.server.ts';
import { checkCode, digitCountOfCodeWithoutLink } from '#lib/customers/auth/codes.server.ts';
import {
  CODE_EXPIRED,
  CODE_TOO_SOON,
  LINK_MAILED,
  RESEND_AFTER_SECONDS,
  WRONG_CODES_UNTIL_LINK,
} from '#lib/customers/auth/codes.ts';
import { type Registration, USER_NOT_FOUND } from '#lib/customers/auth/identity.ts';
import { type Browser, isKnownDevice, type LoginResult, logIn } from '#lib/customers/auth/log-in-out.server.ts';
import { loginChallenge } from '#lib/customers/auth/login-challenge.server.ts';
import { mailCode, mailExplanation, mailLoginLink } from '#lib/customers/auth/login-mails.server.ts';
import { isDailyLimitReached } from '#lib/customers/auth/wrong-codes.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { loginRecipient } from '#lib/platform/mail/recipient.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

type LoginShop = Pick<Shop, 'db' | 'settings' | 'secretKey' | 'log' | 'now'>;

const ALREADY_REGISTERED = 'This email already has an account. Please log in.';

/**
 * Sends the email that `chooseMail` chooses, and returns the token of the challenge. Throws a ShopError `too_many`
 * after too many requests or, except in private mode, `not_found` for an address without an account (product.md,
 * "Login").
 */
export async function requestLogin(
  shop: LoginShop,
  { email, next }: { email: string; next?: string },
  browser: Browser,
): Promise<string> {
  const account = await findAccount(shop, email, browser);
  const mayMailCode = account?.isOnKnownDevice || (await trySpendNetworkCode(shop, browser.networks));
  if (!account && shop.settings.disclosure === 'open')
    throw new ShopError('not_found', USER_NOT_FOUND, { email: USER_NOT_FOUND });
  const mailKind = await chooseMail(shop, account, mayMailCode, { ...browser, email });
  return transaction(shop.db, async (tx) => {
    const challenge = { purpose: 'login' as const, email, next };
    const { token, code, expiresAt } = await createChallenge(shop, tx, challenge, mailKind === 'code');
    const to = loginRecipient(email);
    if (mailKind === 'code') await mailCode(shop, tx, { to, code, expiresAt, isRegistration: false });
    if (mailKind === 'explanation') await mailExplanation(shop, tx, { to, hasAccount: false, expiresAt });
    if (account && (mailKind === 'link after wrong codes' || mailKind === 'link'))
      await mailLoginLink(shop, tx, { to, customerId: account.id, next, isAfterWrongCodes: mailKind !== 'link' });
    return token;
  });
}

interface Account {
  id: string;
  wrong_codes: number;
  /** Whether the customer has logged in on this device before. */
  isOnKnownDevice: boolean;
}

async function findAccount({ db }: LoginShop, email: string, { deviceToken }: Browser): Promise<Account | undefined> {
  const account = await db.write
    .selectFrom('customer')
    .select(['id', 'wrong_codes'])
    .where('email', '=', email)
    .executeTakeFirst();
  return account && { ...account, isOnKnownDevice: await isKnownDevice(db.write, account.id, deviceToken) };
}

/**
 * Chooses which email to send, and counts it. Throws a ShopError `too_many` after too many requests, except in private
 * mode if the error would reveal that an account exists.
 */
async function chooseMail(
  shop: LoginShop,
  account: Account | undefined,
  mayMailCode: boolean,
  { networks, deviceToken, email }: Browser & { email: string },
): Promise<'code' | 'link' | 'link after wrong codes' | 'explanation' | 'nothing'> {
  const isCodeAllowed = account?.isOnKnownDevice
    ? await trySpendDeviceCode(shop, deviceToken ?? '')
    : mayMailCode && (await trySpendMailboxCode(shop, { networks, email }));
  if (!isCodeAllowed) await countLink(shop, email);
  if (!account) return isCodeAllowed ? 'explanation' : 'nothing';
  if (!isCodeAllowed) return 'link';
  if (!(await isLinkNeeded(shop, account))) return 'code';
  if (await trySpendLinkAfterWrongCodes(shop, account.id)) return 'link after wrong codes';
  if (shop.settings.disclosure === 'open') throw new ShopError('too_many', LINK_MAILED);
  return 'nothing';
}

async function isLinkNeeded(shop: LoginShop, { wrong_codes, isOnKnownDevice }: Account): Promise<boolean> {
  return wrong_codes >= WRONG_CODES_UNTIL_LINK || (!isOnKnownDevice && (await isDailyLimitReached(shop)));
}

/**
 * Emails a code, and returns the token of the challenge. Does not create the customer yet. Throws a ShopError
 * `too_many` after too many requests, or `conflict` for an address with an account. In private mode, an email to the
 * address explains that it has an account, instead of `conflict`.
 */
export async function requestRegistration(
  shop: LoginShop,
  { email, next, name, mobile }: Registration & { email: string; next?: string },
  browser: Browser,
): Promise<string> {
  const to = await countMail(shop, 'register', { networks: browser.networks, email });
  const accounts = shop.db.write.selectFrom('customer').select('id').where('email', '=', email);
  const hasAccount = (await accounts.executeTakeFirst()) !== undefined;
  if (hasAccount && shop.settings.disclosure === 'open')
    throw new ShopError('conflict', ALREADY_REGISTERED, { email: ALREADY_REGISTERED });
  const digits = await digitCountOfCodeWithoutLink(shop);
  return transaction(shop.db, async (tx) => {
    const challenge = { purpose: 'register' as const, email, next, details: { name, mobile }, digits };
    const { token, code, expiresAt } = await createChallenge(shop, tx, challenge, !hasAccount);
    if (hasAccount) await mailExplanation(shop, tx, { to, hasAccount: true, expiresAt });
    else await mailCode(shop, tx, { to, code, expiresAt, isRegistration: true });
    return token;
  });
}

/**
 * Repeats the last request, which emails a new code or a link. The last code becomes invalid. Returns the token of the
 * new challenge. Throws a ShopError `invalid` if there is no open challenge, `too_many` within `RESEND_AFTER_SECONDS`,
 * or the errors of the repeated request.
 */
export async function resendCode(shop: LoginShop, browser: Browser): Promise<string> {
  const challenge = await findChallenge(shop, browser.challengeToken, loginChallenge.purposes);
  if (!challenge) throw new ShopError('invalid', CODE_EXPIRED);
  if (shop.now() - challenge.created_at < RESEND_AFTER_SECONDS * 1_000) throw new ShopError('too_many', CODE_TOO_SOON);
  const request = { email: challenge.email, next: challenge.next ?? undefined };
  const token =
    challenge.purpose === 'login'
      ? await requestLogin(shop, request, browser)
      : await requestRegistration(shop, { ...request, ...challenge.details }, browser);
  await dropChallenge(shop, challenge.id);
  return token;
}

/**
 * Logs the customer in with an emailed code, and first creates the customer for a registration. Throws the same errors
 * as `checkCode`, or `not_found` if the account was deleted in the meantime.
 */
export async function verifyCode(
  shop: LoginShop,
  { email, otp }: { email?: string; otp: string },
  browser: Browser,
): Promise<LoginResult> {
  const challenge = await checkCode(shop, {
    token: browser.challengeToken,
    code: otp,
    purposes: loginChallenge.purposes,
    email,
    networks: browser.networks,
    deviceToken: browser.deviceToken,
  });
  return transaction(shop.db, async (tx) => {
    if (challenge.purpose === 'register') await createCustomer(shop, tx, challenge.email, challenge.details);
    const customer = await tx
      .selectFrom('customer')
      .selectAll()
      .where('email', '=', challenge.email)
      .executeTakeFirst();
    if (!customer) throw new ShopError('not_found', USER_NOT_FOUND);
    return logIn(shop, tx, customer, browser, challenge.next ?? undefined);
  });
}

/** Creates a customer, unless the address has an account by now: the code has verified the owner of that account. */
async function createCustomer(
  { now }: LoginShop,
  tx: Tx,
  email: string,
  { name, mobile }: Registration,
): Promise<void> {
  await tx
    .insertInto('customer')
    .values({ id: newId(), email, name, mobile, created_at: now(), updated_at: now() })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}
