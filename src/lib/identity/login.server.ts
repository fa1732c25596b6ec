import type { Tx } from '#lib/db/db.server.ts';
import { transaction } from '#lib/db/transaction.server.ts';
import { countSoFar, DAY_MS } from '#lib/http/rate-limit.server.ts';
import {
  type Challenge,
  checkCode,
  countMail,
  createChallenge,
  dropChallenge,
  findChallenge,
  WRONG_CODES_KEY,
} from '#lib/identity/codes.server.ts';
import {
  CODE_OVER,
  CODE_TOO_SOON,
  RESEND_AFTER_SECONDS,
  WRONG_CODES_A_DAY,
  WRONG_CODES_UNTIL_LINK,
} from '#lib/identity/codes.ts';
import { USER_NOT_FOUND } from '#lib/identity/identity.ts';
import { type Browser, isKnownDevice, type LoggedIn, logIn } from '#lib/identity/logged-in.server.ts';
import { mailCode, mailExplanation, mailSignInLink } from '#lib/identity/login-mails.server.ts';
import { newId } from '#lib/identity/tokens.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

type LoginShop = Pick<Shop, 'db' | 'settings' | 'secretKey' | 'log' | 'now'>;

const ALREADY_REGISTERED = 'This email already has an account. Please log in.';

export interface Registration {
  name: string;
  mobile: string;
}

/**
 * Mails a login code and gives the token for the challenge cookie (specification, section 7, POST /auth/customer/login).
 * Throws `not_found` for an unknown address, unless the shop is in private mode, and `too_many`.
 */
export async function requestLogin(
  shop: LoginShop,
  { email, next }: { email: string; next?: string | undefined },
  browser: Browser,
): Promise<string> {
  const to = await countMail(shop, browser.clientAddress, email);
  const found = await shop.db.write
    .selectFrom('customer')
    .select(['id', 'wrong_codes'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (!found && shop.settings.disclosure === 'open')
    throw new ShopError('not_found', USER_NOT_FOUND, { email: USER_NOT_FOUND });
  const needsLink = found !== undefined && (await isLinkNeeded(shop, found, browser));
  return transaction(shop.db, async (tx) => {
    const isReal = found !== undefined && !needsLink;
    const { token, code, expiresAt } = await createChallenge(shop, tx, { purpose: 'login', email, next }, isReal);
    if (!found) await mailExplanation(shop, tx, { to, isKnown: false, expiresAt });
    else if (needsLink) await mailSignInLink(shop, tx, { to, customerId: found.id, next });
    else await mailCode(shop, tx, { to, code, expiresAt, isNew: false });
    return token;
  });
}

/** After many wrong codes for one account, or over the whole shop for a device that the customer never used. */
async function isLinkNeeded(
  { db, now }: LoginShop,
  customer: { id: string; wrong_codes: number },
  { deviceToken }: Browser,
): Promise<boolean> {
  if (customer.wrong_codes >= WRONG_CODES_UNTIL_LINK) return true;
  if ((await countSoFar(db, now(), WRONG_CODES_KEY, DAY_MS)) < WRONG_CODES_A_DAY) return false;
  return !(await isKnownDevice(db.write, customer.id, deviceToken));
}

/**
 * Mails a code that finishes a registration (specification, section 7, POST /auth/customer/register). Nothing is kept as
 * a customer before the address is proved. Throws `conflict` for an address with an account, unless in private mode.
 */
export async function requestRegistration(
  shop: LoginShop,
  { email, next, name, mobile }: Registration & { email: string; next?: string | undefined },
  browser: Browser,
): Promise<string> {
  const to = await countMail(shop, browser.clientAddress, email);
  const isTaken = await shop.db.write.selectFrom('customer').select('id').where('email', '=', email).executeTakeFirst();
  if (isTaken && shop.settings.disclosure === 'open')
    throw new ShopError('conflict', ALREADY_REGISTERED, { email: ALREADY_REGISTERED });
  return transaction(shop.db, async (tx) => {
    const challenge = { purpose: 'register' as const, email, next, details: { name, mobile } };
    const { token, code, expiresAt } = await createChallenge(shop, tx, challenge, !isTaken);
    if (isTaken) await mailExplanation(shop, tx, { to, isKnown: true, expiresAt });
    else await mailCode(shop, tx, { to, code, expiresAt, isNew: true });
    return token;
  });
}

/** Mails another code in place of the last, which opens nothing from then on; at most every 30 s. */
export async function resendCode(shop: LoginShop, browser: Browser): Promise<string> {
  const last = await findChallenge(shop, browser.challengeToken);
  if (!last || last.purpose === 'newsletter') throw new ShopError('invalid', CODE_OVER);
  if (shop.now() - last.created_at < RESEND_AFTER_SECONDS * 1_000) throw new ShopError('too_many', CODE_TOO_SOON);
  const request = { email: last.email, next: last.next ?? undefined };
  const token =
    last.purpose === 'login'
      ? await requestLogin(shop, request, browser)
      : await requestRegistration(shop, { ...request, ...detailsOf(last) }, browser);
  await dropChallenge(shop, last.id);
  return token;
}

/** Checks the code and logs in, making the customer when it was a registration (product.md, POST /auth/customer/verify). */
export async function verifyCode(
  shop: LoginShop,
  { email, otp }: { email?: string | undefined; otp: string },
  browser: Browser,
): Promise<LoggedIn> {
  const challenge = await checkCode(shop, {
    token: browser.challengeToken,
    code: otp,
    purposes: ['login', 'register'],
    email,
    clientAddress: browser.clientAddress,
    onWrong: ({ email: tried }) => countWrongOfCustomer(shop, tried),
  });
  return transaction(shop.db, async (tx) => {
    if (challenge.purpose === 'register') await createCustomer(shop, tx, challenge.email, detailsOf(challenge));
    const customer = await tx
      .selectFrom('customer')
      .selectAll()
      .where('email', '=', challenge.email)
      .executeTakeFirst();
    if (!customer) throw new ShopError('not_found', USER_NOT_FOUND);
    return logIn(shop, tx, customer, browser, challenge.next ?? undefined);
  });
}

/** Whoever proves an address that got an account meanwhile is its owner all the same, and is logged in. */
async function createCustomer(
  { now }: LoginShop,
  tx: Tx,
  email: string,
  { name, mobile }: Registration,
): Promise<void> {
  await tx
    .insertInto('customer')
    .values({
      id: newId(),
      email,
      name,
      mobile,
      gender: null,
      dob: null,
      image_file: null,
      created_at: now(),
      updated_at: now(),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}

async function countWrongOfCustomer({ db }: LoginShop, email: string): Promise<void> {
  await db.write
    .updateTable('customer')
    .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('email', '=', email)
    .execute();
}

function detailsOf({ details_json }: Challenge): Registration {
  return JSON.parse(details_json ?? '{"name":"","mobile":""}') as Registration;
}
