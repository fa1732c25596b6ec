import { type CustomerJson, profileImagePath } from '#lib/customers/auth/sessions/customer.ts';
import { latestValidStart } from '#lib/platform/clock.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { isDatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';
import type { CustomerTable } from '#lib/platform/db/tables/identity.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId, newToken, tokenHash } from '#lib/platform/tokens.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';

export const SESSION_IDLE_MS = 14 * DAY_MS;
export const SESSION_MAX_MS = 30 * DAY_MS;
/** The minimum time between updates of `seen_at`, so that reading a page rarely writes to the database. */
const SEEN_UPDATE_INTERVAL_MS = HOUR_MS;

export type Customer = Omit<CustomerTable, 'wrong_codes' | 'updated_at'>;

export interface Session {
  id: string;
  customer: Customer;
}

/**
 * Returns the session for a token, or undefined if the session does not exist or has ended. Deletes a session that has
 * ended, so that it stays invalid if the clock is set back (product.md, "Sessions").
 */
export async function readSession({ db, now }: Pick<Shop, 'db' | 'now'>, token: string): Promise<Session | undefined> {
  const time = now();
  const row = await db.write
    .selectFrom('session')
    .innerJoin('customer', 'customer.id', 'session.customer_id')
    .select(['session.id as session_id', 'session.seen_at', 'session.created_at as started_at'])
    .select(['customer.id', 'email', 'name', 'mobile', 'gender', 'dob', 'image_file', 'customer.created_at'])
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst();
  if (!row) return undefined;
  const { session_id, seen_at, started_at, ...customer } = row;
  if (seen_at <= time - SESSION_IDLE_MS || started_at <= time - SESSION_MAX_MS) {
    await db.write.deleteFrom('session').where('id', '=', session_id).execute();
    return undefined;
  }
  // If the clock was set back, a session may have started in the future. It is given the current time as its start, so
  // that it ends in time.
  const isInFuture = started_at > latestValidStart(time) || seen_at > latestValidStart(time);
  if (time - seen_at > SEEN_UPDATE_INTERVAL_MS || isInFuture)
    await recordSeen(db, session_id, time, Math.min(started_at, time));
  return { id: session_id, customer };
}

/**
 * Records when a session was last used. Does nothing while the database is not writable, so that customers can still
 * read pages; a later request records the time.
 */
async function recordSeen(db: ShopDatabase, sessionId: string, seen_at: number, created_at: number): Promise<void> {
  try {
    await db.write.updateTable('session').set({ seen_at, created_at }).where('id', '=', sessionId).execute();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
  }
}

/** Starts a session. Returns the token for the browser's cookie. */
export async function startSession(tx: Tx, now: number, customerId: string, deviceName: string): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('session')
    .values({
      id: newId(),
      token_hash: tokenHash(token),
      customer_id: customerId,
      device: deviceName,
      created_at: now,
      seen_at: now,
    })
    .execute();
  return token;
}

export function customerJson({ id, name, email, image_file }: Customer): CustomerJson {
  return { _id: id, name, email, featured_image: profileImagePath(image_file) };
}
