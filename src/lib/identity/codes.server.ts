import { randomInt, timingSafeEqual } from 'node:crypto';
import type { AstroCookies } from 'astro';
import type { Tx } from '#lib/db/db.server.ts';
import type { CodeChallengeTable } from '#lib/db/tables/identity.ts';
import { readPrivateCookie } from '#lib/http/private-cookie.server.ts';
import { type Budget, countUp, DAY_MS, HOUR_MS, networkOf } from '#lib/http/rate-limit.server.ts';
import { latestEnd } from '#lib/identity/clock.ts';
import {
  CODE_LIVES_MS,
  CODE_OVER,
  CODE_TOO_MANY,
  CODE_TRIES,
  CODE_WRONG,
  CODES_AN_HOUR_AN_ADDRESS,
  WRONG_CODES_A_DAY,
} from '#lib/identity/codes.ts';
import { keyedHash, newToken, tokenHash } from '#lib/identity/tokens.server.ts';
import { countedRecipient, type MailRecipient } from '#lib/mail/recipient.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

export const CHALLENGE_COOKIE = 'challenge';
export const WRONG_CODES_KEY = 'wrong-codes';
/** Tries are cheap for a family that mistypes, and few for a machine that guesses. */
const CHECKS_FOR_EACH_MAIL = 10;

type CodeShop = Pick<Shop, 'db' | 'settings' | 'secretKey' | 'log' | 'now'>;
export type Challenge = CodeChallengeTable;

interface NewChallenge {
  purpose: Challenge['purpose'];
  /** In lower case. */
  email: string;
  details?: object | undefined;
  next?: string | undefined;
}

/**
 * Counts one more mail that this network and this address have caused, and gives the recipient that it may go to; throws
 * `too_many`. It stands outside every transaction, so that a refusal is counted too.
 */
export function countMail(shop: CodeShop, clientAddress: string, email: string): Promise<MailRecipient<'counted'>> {
  const budgets: [Budget, ...Budget[]] = [
    { key: `mail-net:${networkOf(clientAddress)}`, most: shop.settings.mailsAnHour, windowMs: HOUR_MS },
    { key: `mail-to:${email}`, most: CODES_AN_HOUR_AN_ADDRESS, windowMs: HOUR_MS },
  ];
  return countedRecipient(shop, email, budgets, CODE_TOO_MANY);
}

/**
 * Makes a challenge for the browser that asked: `token` is for its cookie, `code` for the mail, and neither is kept.
 * With `isReal` false the challenge looks the same from outside and no code opens it.
 */
export async function createChallenge(
  { settings, secretKey, now }: CodeShop,
  tx: Tx,
  { purpose, email, details, next }: NewChallenge,
  isReal = true,
): Promise<{ token: string; code: string; expiresAt: number }> {
  const token = newToken();
  const id = tokenHash(token);
  const code = String(randomInt(10 ** settings.codeDigits)).padStart(settings.codeDigits, '0');
  const expiresAt = now() + CODE_LIVES_MS;
  await tx
    .insertInto('code_challenge')
    .values({
      id,
      purpose,
      email,
      details_json: details ? JSON.stringify(details) : null,
      next: next ?? null,
      code_hash: isReal ? codeHash(secretKey, id, code) : null,
      tries_left: CODE_TRIES,
      created_at: now(),
      expires_at: expiresAt,
      used_at: null,
    })
    .execute();
  return { token, code, expiresAt };
}

/**
 * The open challenge that a token stands for, without using up a try. One that ran out is removed at once, and so is one
 * that would live longer than codes do: neither is revived by a clock that is set back.
 */
export async function findChallenge({ db, now }: CodeShop, token: string | undefined): Promise<Challenge | undefined> {
  if (!token) return undefined;
  const found = await db.write
    .selectFrom('code_challenge')
    .selectAll()
    .where('id', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (found && (found.expires_at <= now() || found.expires_at > latestEnd(now(), CODE_LIVES_MS))) {
    await dropChallenge({ db }, found.id);
    return undefined;
  }
  return found;
}

/** The challenge of the browser that asks, for the page that shows the code's box. */
export function readChallenge(shop: CodeShop, cookies: AstroCookies): Promise<Challenge | undefined> {
  return findChallenge(shop, readPrivateCookie(cookies, shop.settings, CHALLENGE_COOKIE));
}

/** Ends a challenge, so that the code which was mailed for it opens nothing any more. */
export async function dropChallenge({ db }: Pick<CodeShop, 'db'>, id: string): Promise<void> {
  await db.write.deleteFrom('code_challenge').where('id', '=', id).execute();
}

interface GivenCode {
  token: string | undefined;
  code: string;
  purposes: Challenge['purpose'][];
  /** When the caller names an address, it must be the challenge's. */
  email?: string | undefined;
  clientAddress: string;
  onWrong?: (challenge: Challenge) => Promise<void>;
}

/**
 * Compares a code, at most three times for each that was mailed, over all processes, and uses it up when it is right
 * (specification, section 5, "Code dialog"; the comparison runs here and never in the browser). Throws `invalid`.
 */
export async function checkCode(shop: CodeShop, given: GivenCode): Promise<Challenge> {
  const { db, settings, secretKey, now } = shop;
  const over = () => new ShopError('invalid', CODE_OVER, { otp: CODE_OVER });
  // A machine that goes on guessing at a burnt code costs one read, and no write that others would wait for.
  const open = await findChallenge(shop, given.token);
  if (!open || open.tries_left === 0) throw over();
  const checks = await countUp(db, now(), `check-net:${networkOf(given.clientAddress)}`, HOUR_MS);
  if (checks > settings.mailsAnHour * CHECKS_FOR_EACH_MAIL) throw new ShopError('too_many', CODE_TOO_MANY);
  const challenge = await takeTry(shop, open.id, given.purposes);
  if (!challenge) throw over();
  const isTheirs = given.email === undefined || given.email === challenge.email;
  if (
    !isTheirs ||
    !isEqual(codeHash(secretKey, challenge.id, given.code.padStart(settings.codeDigits, '0')), challenge.code_hash)
  ) {
    await countWrong(shop);
    await given.onWrong?.(challenge);
    throw new ShopError('invalid', CODE_WRONG, { otp: CODE_WRONG });
  }
  const used = await db.write
    .updateTable('code_challenge')
    .set({ used_at: now() })
    .where('id', '=', challenge.id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw over();
  return challenge;
}

/** One statement, committed by itself: whatever runs beside it, nobody gets a fourth comparison. */
function takeTry({ db, now }: CodeShop, id: string, purposes: Challenge['purpose'][]): Promise<Challenge | undefined> {
  return db.write
    .updateTable('code_challenge')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('id', '=', id)
    .where('purpose', 'in', purposes)
    .where('tries_left', '>', 0)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .returningAll()
    .executeTakeFirst();
}

async function countWrong({ db, log, now }: CodeShop): Promise<void> {
  const count = await countUp(db, now(), WRONG_CODES_KEY, DAY_MS);
  if (count === WRONG_CODES_A_DAY) {
    log.error(
      { wrongCodes: count },
      'alarm: wrong codes over the whole shop reached their limit of a day; unknown devices get links only',
    );
  }
}

function codeHash(secretKey: string, challengeId: string, code: string): string {
  return keyedHash(secretKey, 'code', `${challengeId}:${code}`);
}

function isEqual(hash: string, kept: string | null): boolean {
  return timingSafeEqual(Buffer.from(hash), Buffer.from(kept ?? 'x'.repeat(hash.length)));
}
