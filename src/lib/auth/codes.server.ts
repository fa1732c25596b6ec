import { randomInt, timingSafeEqual } from 'node:crypto';
import type { AstroCookies } from 'astro';
import { CODE_LIVES_MS, CODE_OVER, CODE_TOO_MANY, CODE_TRIES, CODE_WRONG, LONG_CODE_DIGITS } from '#lib/auth/codes.ts';
import { giveBackMiss, isDayOver, noteMiss, reserveMiss } from '#lib/auth/misses.server.ts';
import { HOUR_MS } from '#lib/fields/durations.ts';
import { latestEnd } from '#lib/platform/clock.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { CodeChallengeTable } from '#lib/platform/db/tables/identity.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Networks } from '#lib/platform/http/network.ts';
import { readPrivateCookie } from '#lib/platform/http/private-cookie.server.ts';
import { networkBudgets, spendBudgets } from '#lib/platform/http/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { keyedHash, newToken, tokenHash } from '#lib/platform/tokens.server.ts';

export const CHALLENGE_COOKIE = 'challenge';
/** More checks than the network's mails have tries, so that people behind one address don't block each other. */
const CHECKS_FOR_EACH_MAIL = 40;

type CodeShop = Pick<Shop, 'db' | 'settings' | 'secretKey' | 'log' | 'now'>;
export type Challenge = CodeChallengeTable;

interface NewChallenge {
  purpose: Challenge['purpose'];
  email: string;
  details?: object | undefined;
  next?: string | undefined;
  digits?: number;
}

/** Stores neither `token` nor `code`. With `isReal` false it looks the same from outside, but no code is right. */
export async function createChallenge(
  { settings, secretKey, now }: CodeShop,
  tx: Tx,
  { purpose, email, details, next, digits = settings.codeDigits }: NewChallenge,
  isReal = true,
): Promise<{ token: string; code: string; expiresAt: number }> {
  const token = newToken();
  const id = tokenHash(token);
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
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
      digits,
      tries_left: CODE_TRIES,
      created_at: now(),
      expires_at: expiresAt,
      used_at: null,
    })
    .execute();
  return { token, code, expiresAt };
}

/** Uses no try. Deletes a challenge that ended or ends too late, so that a clock set back can't revive it. */
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

export async function digitsOfChallenge(shop: CodeShop, token: string): Promise<number> {
  return (await findChallenge(shop, token))?.digits ?? shop.settings.codeDigits;
}

export function readChallenge(shop: CodeShop, cookies: AstroCookies): Promise<Challenge | undefined> {
  return findChallenge(shop, readPrivateCookie(cookies, shop.settings, CHALLENGE_COOKIE));
}

export async function dropChallenge({ db }: Pick<CodeShop, 'db'>, id: string): Promise<void> {
  await db.write.deleteFrom('code_challenge').where('id', '=', id).execute();
}

interface GivenCode {
  token: string | undefined;
  code: string;
  purposes: Challenge['purpose'][];
  email?: string | undefined;
  networks: Networks;
  deviceToken?: string | undefined;
}

/** Limits tries by code, account and day, over all processes. Throws `invalid` and `too_many` (product.md, "Login"). */
export async function checkCode(shop: CodeShop, given: GivenCode): Promise<Challenge> {
  const { settings } = shop;
  // A robot that tries a used-up code again costs one read and no write.
  const open = await findChallenge(shop, given.token);
  if (!open || open.tries_left === 0) throw codeOver();
  const checks = { key: 'check-net', most: settings.mailsAnHour * CHECKS_FOR_EACH_MAIL, windowMs: HOUR_MS };
  await spendBudgets(shop, networkBudgets(given.networks, checks), CODE_TOO_MANY);
  const challenge = await takeTry(shop, open.id, given.purposes);
  if (!challenge) throw codeOver();
  const miss = await reserveMiss(shop, challenge, given.deviceToken);
  if (miss === 'day over') throw codeOver();
  if (miss === 'account locked') {
    // In private mode an address without an account gets the same answer.
    throw settings.disclosure === 'private' || challenge.code_hash === null ? codeWrong() : codeOver();
  }
  if (!isRight(shop, challenge, given)) {
    noteMiss(shop, miss);
    throw codeWrong();
  }
  await giveBackMiss(shop, miss);
  if (!(await markUsed(shop, challenge.id))) throw codeOver();
  return challenge;
}

function codeOver(): ShopError {
  return new ShopError('invalid', CODE_OVER, { otp: CODE_OVER });
}

function codeWrong(): ShopError {
  return new ShopError('invalid', CODE_WRONG, { otp: CODE_WRONG });
}

async function markUsed({ db, now }: CodeShop, id: string): Promise<boolean> {
  const used = await db.write
    .updateTable('code_challenge')
    .set({ used_at: now() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** One statement, committed by itself: parallel requests get no extra try. */
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

function isRight({ secretKey }: CodeShop, challenge: Challenge, { email, code }: GivenCode): boolean {
  if (email !== undefined && email !== challenge.email) return false;
  return isEqual(codeHash(secretKey, challenge.id, code.padStart(challenge.digits, '0')), challenge.code_hash);
}

/** Longer codes after the day's limit, so that nobody can stop others from registering by guessing. */
export async function digitsWithoutLink(shop: CodeShop): Promise<number> {
  return (await isDayOver(shop)) ? LONG_CODE_DIGITS : shop.settings.codeDigits;
}

function codeHash(secretKey: string, challengeId: string, code: string): string {
  return keyedHash(secretKey, 'code', `${challengeId}:${code}`);
}

function isEqual(hash: string, kept: string | null): boolean {
  return timingSafeEqual(Buffer.from(hash), Buffer.from(kept ?? 'x'.repeat(hash.length)));
}
