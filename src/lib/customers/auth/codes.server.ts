import { timingSafeEqual } from 'node:crypto';
import {
  type Challenge,
  type ChallengeShop,
  codeHash,
  findChallenge,
  type Purpose,
} from '#lib/customers/auth/challenges.server.ts';
import { CODE_OVER, CODE_TOO_MANY, CODE_WRONG, LONG_CODE_DIGITS } from '#lib/customers/auth/codes.ts';
import { giveBackMiss, isDayOver, logMiss, reserveMiss } from '#lib/customers/auth/misses.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import { networkBudgets, spendBudgets } from '#lib/platform/http/network/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';

/** More checks than the network's codes have attempts, so that people behind one address don't block each other. */
const CHECKS_FOR_EACH_MAIL = 40;

type CodeShop = ChallengeShop & Pick<Shop, 'log'>;

interface GivenCode<P extends Purpose> {
  token: string | undefined;
  code: string;
  purposes: readonly P[];
  email?: string | undefined;
  networks: Networks;
  deviceToken?: string | undefined;
}

/**
 * Limits attempts by code, account and day, across all processes. Throws `invalid` and `too_many` (product.md,
 * "Login").
 */
export async function checkCode<P extends Purpose>(shop: CodeShop, given: GivenCode<P>): Promise<Challenge<P>> {
  const { settings } = shop;
  // Another attempt with a used-up code costs one read and no write.
  const open = await findChallenge(shop, given.token, given.purposes);
  if (!open || open.tries_left === 0) throw codeOver();
  const checks = { key: 'check-net', max: settings.mailsAnHour * CHECKS_FOR_EACH_MAIL, windowMs: HOUR_MS };
  await spendBudgets(shop, networkBudgets(given.networks, checks), CODE_TOO_MANY);
  if (!(await takeTry(shop, open.id))) throw codeOver();
  const miss = await reserveMiss(shop, open, given.deviceToken);
  if (miss === 'day over') throw codeOver();
  if (miss === 'account locked') {
    // In private mode, an address without an account gets the same response.
    throw settings.disclosure === 'private' || open.code_hash === null ? codeWrong() : codeOver();
  }
  if (!isRight(shop, open, given)) {
    logMiss(shop, miss);
    throw codeWrong();
  }
  await giveBackMiss(shop, miss);
  if (!(await markUsed(shop, open.id))) throw codeOver();
  return open;
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

/** One statement, committed separately, so that parallel requests get no extra attempt. */
async function takeTry({ db, now }: CodeShop, id: string): Promise<boolean> {
  const taken = await db.write
    .updateTable('code_challenge')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('id', '=', id)
    .where('tries_left', '>', 0)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

function isRight(
  { secretKey }: CodeShop,
  challenge: Challenge,
  { email, code }: Pick<GivenCode<Purpose>, 'email' | 'code'>,
): boolean {
  if (email !== undefined && email !== challenge.email) return false;
  return isEqual(codeHash(secretKey, challenge.id, code.padStart(challenge.digits, '0')), challenge.code_hash);
}

/** Longer codes after the daily limit, so that guessing can't prevent others from registering. */
export async function digitsWithoutLink(shop: CodeShop): Promise<number> {
  return (await isDayOver(shop)) ? LONG_CODE_DIGITS : shop.settings.codeDigits;
}

function isEqual(hash: string, storedHash: string | null): boolean {
  return timingSafeEqual(Buffer.from(hash), Buffer.from(storedHash ?? 'x'.repeat(hash.length)));
}
