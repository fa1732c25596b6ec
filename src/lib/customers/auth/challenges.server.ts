import { randomInt } from 'node:crypto';
import { CODE_ATTEMPTS, CODE_LIFETIME_MS } from '#lib/customers/auth/codes.ts';
import type { Registration } from '#lib/customers/auth/identity.ts';
import { latestValidEnd } from '#lib/platform/clock.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { CodeChallengeTable } from '#lib/platform/db/tables/identity.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { keyedHash, newToken, tokenHash } from '#lib/platform/tokens.server.ts';

export type ChallengeShop = Pick<Shop, 'db' | 'settings' | 'secretKey' | 'now'>;
export type ChallengePurpose = CodeChallengeTable['purpose'];

/** The additional data of a challenge, by its purpose. */
interface DetailsByPurpose extends Record<ChallengePurpose, object | undefined> {
  login: undefined;
  register: Registration;
  newsletter: undefined;
  restock: { variantId: number };
  /** The form that places the order; missing if the API client must repeat its request. */
  order: { form?: object };
}

/**
 * A code that was emailed for one purpose. Each purpose has a separate type, so that a code is not used for another
 * purpose.
 */
export type Challenge<P extends ChallengePurpose = ChallengePurpose> = P extends ChallengePurpose
  ? Omit<CodeChallengeTable, 'purpose' | 'details_json'> & { purpose: P; details: DetailsByPurpose[P] }
  : never;

type NewChallenge<P extends ChallengePurpose = ChallengePurpose> = P extends ChallengePurpose
  ? { purpose: P; email: string; next?: string; digits?: number } & (DetailsByPurpose[P] extends object
      ? { details: DetailsByPurpose[P] }
      : { details?: undefined })
  : never;

/**
 * Creates a challenge, without storing `token` or `code` in plain text. If `isReal` is false, the challenge looks the
 * same to the browser, but no code is valid.
 */
export async function createChallenge(
  { settings, secretKey, now }: ChallengeShop,
  tx: Tx,
  { purpose, email, details, next, digits = settings.codeDigits }: NewChallenge,
  isReal = true,
): Promise<{ token: string; code: string; expiresAt: number }> {
  const token = newToken();
  const id = tokenHash(token);
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  const expiresAt = now() + CODE_LIFETIME_MS;
  await tx
    .insertInto('code_challenge')
    .values({
      id,
      purpose,
      email,
      details_json: details ? JSON.stringify(details) : null,
      next,
      code_hash: isReal ? codeHash(secretKey, id, code) : null,
      digits,
      tries_left: CODE_ATTEMPTS,
      created_at: now(),
      expires_at: expiresAt,
    })
    .execute();
  return { token, code, expiresAt };
}

/**
 * Returns the open challenge with this token, or undefined if there is none. Does not count as an attempt. Ignores
 * challenges for other purposes, whichever cookie or field contains their tokens. Deletes a challenge that has expired,
 * or that expires too late because the clock was set back.
 */
export async function findChallenge<P extends ChallengePurpose>(
  { db, now }: Pick<ChallengeShop, 'db' | 'now'>,
  token: string | undefined,
  purposes: readonly P[],
): Promise<Challenge<P> | undefined> {
  if (!token) return undefined;
  const row = await db.write
    .selectFrom('code_challenge')
    .selectAll()
    .where('id', '=', tokenHash(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.expires_at <= now() || row.expires_at > latestValidEnd(now(), CODE_LIFETIME_MS)) {
    await dropChallenge({ db }, row.id);
    return undefined;
  }
  const { details_json, ...challenge } = row;
  // The purpose of the row decides the type of its details: `createChallenge` is the only writer.
  return { ...challenge, details: details_json === null ? undefined : JSON.parse(details_json) } as Challenge<P>;
}

export async function dropChallenge({ db }: Pick<ChallengeShop, 'db'>, id: string): Promise<void> {
  await db.write.deleteFrom('code_challenge').where('id', '=', id).execute();
}

/**
 * Deletes a challenge whose code was verified, so that each verification counts only once. Returns whether there was
 * such a challenge that had not expired.
 */
export async function consumeVerifiedChallenge(
  tx: Tx,
  { token, purpose, email }: { token: string | undefined; purpose: ChallengePurpose; email: string },
  now: number,
): Promise<boolean> {
  const result = await tx
    .deleteFrom('code_challenge')
    .where('id', '=', tokenHash(token ?? ''))
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('used_at', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export function codeHash(secretKey: string, challengeId: string, code: string): string {
  return keyedHash(secretKey, 'code', `${challengeId}:${code}`);
}
