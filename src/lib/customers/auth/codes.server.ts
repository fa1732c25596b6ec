import { timingSafeEqual } from 'node:crypto';
import {
  type Challenge,
  type ChallengePurpose,
  type ChallengeShop,
  codeHash,
  findChallenge,
} from '#lib/customers/auth/challenges.server.ts';
import { CODE_EXPIRED, CODE_TOO_MANY, CODE_WRONG, LONG_CODE_DIGITS } from '#lib/customers/auth/codes.ts';
import {
  isDailyLimitReached,
  logWrongCodeLimit,
  releaseWrongCode,
  reserveWrongCode,
} from '#lib/customers/auth/wrong-codes.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import { networkBudgets, spendBudgets } from '#lib/platform/http/network/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';

/**
 * The number of code checks that a network gets for each email. This number is higher than the number of attempts per
 * code, so that people who share a network don't block each other.
 */
const CHECKS_PER_MAIL = 40;

type CodeShop = ChallengeShop & Pick<Shop, 'log'>;

interface SubmittedCode<P extends ChallengePurpose> {
  token: string | undefined;
  code: string;
  purposes: readonly P[];
  email?: string;
  networks: Networks;
  deviceToken?: string;
}

/**
 * Checks an emailed code. Attempts are limited by code, network, account and day, across all processes. Throws a
 * ShopError `invalid` for a wrong or expired code, or `too_many` after too many checks (product.md, "Login").
 */
export async function checkCode<P extends ChallengePurpose>(
  shop: CodeShop,
  submission: SubmittedCode<P>,
): Promise<Challenge<P>> {
  const { settings } = shop;
  // A further attempt with a used-up code costs one read and no write.
  const challenge = await findChallenge(shop, submission.token, submission.purposes);
  if (!challenge || challenge.tries_left === 0) throw codeExpired();
  const checkBudget = { key: 'check-net', max: settings.mailsAnHour * CHECKS_PER_MAIL, windowMs: HOUR_MS };
  await spendBudgets(shop, networkBudgets(submission.networks, checkBudget), CODE_TOO_MANY);
  if (!(await spendAttempt(shop, challenge.id))) throw codeExpired();
  const reservation = await reserveWrongCode(shop, challenge, submission.deviceToken);
  if (reservation === 'daily limit reached') throw codeExpired();
  if (reservation === 'account locked') {
    // In private mode, an address without an account gets the same response.
    throw settings.disclosure === 'private' || challenge.code_hash === null ? codeWrong() : codeExpired();
  }
  if (!isCorrect(shop, challenge, submission)) {
    logWrongCodeLimit(shop, reservation);
    throw codeWrong();
  }
  await releaseWrongCode(shop, reservation);
  if (!(await markUsed(shop, challenge.id))) throw codeExpired();
  return challenge;
}

function codeExpired(): ShopError {
  return new ShopError('invalid', CODE_EXPIRED, { otp: CODE_EXPIRED });
}

function codeWrong(): ShopError {
  return new ShopError('invalid', CODE_WRONG, { otp: CODE_WRONG });
}

async function markUsed({ db, now }: CodeShop, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db.write
    .updateTable('code_challenge')
    .set({ used_at: now() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Counts an attempt in a single statement that is committed separately, so that parallel requests get no extra
 * attempts. Returns false if no attempt is left.
 */
async function spendAttempt({ db, now }: CodeShop, id: string): Promise<boolean> {
  const result = await db.write
    .updateTable('code_challenge')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('id', '=', id)
    .where('tries_left', '>', 0)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

function isCorrect(
  { secretKey }: CodeShop,
  challenge: Challenge,
  { email, code }: Pick<SubmittedCode<ChallengePurpose>, 'email' | 'code'>,
): boolean {
  if (email !== undefined && email !== challenge.email) return false;
  const hash = codeHash(secretKey, challenge.id, code.padStart(challenge.digits, '0'));
  // The hashes are compared in constant time. If there is no stored hash, no code is correct.
  return timingSafeEqual(Buffer.from(hash), Buffer.from(challenge.code_hash ?? 'x'.repeat(hash.length)));
}

/**
 * Returns the number of digits for codes that no link can replace. These codes are longer after the daily limit, so
 * that guessing can't stop others from registering.
 */
export async function digitCountOfCodeWithoutLink(shop: CodeShop): Promise<number> {
  return (await isDailyLimitReached(shop)) ? LONG_CODE_DIGITS : shop.settings.codeDigits;
}
