import type { ExpressionBuilder } from 'kysely';
import { latestValidEnd } from '#lib/platform/clock.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { StaffChallengeTable } from '#lib/platform/db/tables/admin.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newToken, tokenHash } from '#lib/platform/tokens.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

export const CHALLENGE_COOKIE = 'admin-challenge';
export const CHALLENGE_LIFETIME_MS = 10 * MINUTE_MS;

type ChallengeKind = StaffChallengeTable['kind'];
type ChallengeShop = Pick<Shop, 'db' | 'now'>;

interface NewChallenge {
  kind: ChallengeKind;
  staffId: string | null;
  email?: string;
  /** Returns the value to store. The hash of an emailed code includes the challenge's `id`. */
  valueFor(id: string): string;
  tries?: number;
}

/** Creates a challenge. Returns the token for the browser's cookie; the database stores its hash. */
export async function createStaffChallenge(
  { db, now }: ChallengeShop,
  { kind, staffId, email = '', valueFor, tries = 1 }: NewChallenge,
): Promise<string> {
  const token = newToken();
  const id = tokenHash(token);
  const expires_at = now() + CHALLENGE_LIFETIME_MS;
  await db.write.deleteFrom('staff_challenge').where('expires_at', '<', now()).execute();
  await db.write
    .insertInto('staff_challenge')
    .values({ id, kind, staff_id: staffId, email, value: valueFor(id), tries_left: tries, expires_at })
    .execute();
  return token;
}

/**
 * Uses up one try with a guarded statement, so that parallel requests get no extra tries. Returns the challenge, or
 * undefined if there is no challenge with this token, or if it has expired, is of another kind, or has no tries left.
 */
export async function takeStaffChallenge(
  { db, now }: ChallengeShop,
  token: string | undefined,
  kind: ChallengeKind,
): Promise<StaffChallengeTable | undefined> {
  return db.write
    .updateTable('staff_challenge')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where(isOpenChallenge(token, kind, now()))
    .returningAll()
    .executeTakeFirst();
}

/** Returns a challenge without using up a try, or undefined in the same cases as `takeStaffChallenge`. */
export function readStaffChallenge(
  { db, now }: ChallengeShop,
  token: string | undefined,
  kind: ChallengeKind,
): Promise<StaffChallengeTable | undefined> {
  return db.write
    .selectFrom('staff_challenge')
    .selectAll()
    .where(isOpenChallenge(token, kind, now()))
    .executeTakeFirst();
}

/**
 * Builds the condition for an open challenge. Excludes challenges that expire too late because the clock was set back.
 */
function isOpenChallenge(token: string | undefined, kind: ChallengeKind, now: number) {
  return (eb: ExpressionBuilder<Tables, 'staff_challenge'>) =>
    eb.and([
      eb('id', '=', tokenHash(token ?? '')),
      eb('kind', '=', kind),
      eb('tries_left', '>', 0),
      eb('expires_at', '>', now),
      eb('expires_at', '<=', latestValidEnd(now, CHALLENGE_LIFETIME_MS)),
    ]);
}
