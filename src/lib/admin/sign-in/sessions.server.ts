import type { Role } from '#lib/admin/staff/roles.ts';
import { staffActor } from '#lib/admin/staff/staff.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { latestValidStart } from '#lib/platform/clock.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { isDatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';
import type { StaffTable } from '#lib/platform/db/tables/admin.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId, newToken, tokenHash } from '#lib/platform/tokens.server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/primitives/durations.ts';

export const ADMIN_COOKIE = 'admin';
/** The time without a request after which a session ends. Every session ends after `STAFF_SESSION_MAX_MS`. */
const IDLE_MS = 12 * HOUR_MS;
export const STAFF_SESSION_MAX_MS = 7 * DAY_MS;
/** The lifetime of an enrolment, which is long enough to install an authenticator app. */
const ENROLMENT_MS = 30 * MINUTE_MS;
/** The time for which a session is confirmed after a sign-in or a step-up authentication. */
const CONFIRMATION_MS = 5 * MINUTE_MS;
/** The minimum time between updates of the time of the last request. A session may end that much earlier. */
const SEEN_UPDATE_MS = 5 * MINUTE_MS;

export interface StaffSession {
  id: string;
  staffId: string;
  email: string;
  name: string;
  role: Role;
  device: string;
  /** Whether the session, after an emailed code, may only add a passkey or an authenticator app. */
  isEnrolling: boolean;
  /** Whether the person has authenticated within the last five minutes. */
  isConfirmed: boolean;
}

type SessionShop = Pick<Shop, 'db' | 'now'>;

/**
 * Returns the session for a token, or undefined if the session does not exist or has ended. Deletes a session that has
 * ended, so that it stays invalid if the clock is set back.
 */
export async function readStaffSession({ db, now }: SessionShop, token: string): Promise<StaffSession | undefined> {
  const time = now();
  const row = await db.write
    .selectFrom('staff_session')
    .innerJoin('staff', 'staff.id', 'staff_session.staff_id')
    .select(['staff_session.id', 'staff_id', 'email', 'name', 'role', 'device', 'is_enrolling'])
    .select(['staff_session.created_at', 'seen_at', 'confirmed_at'])
    .where('token_hash', '=', tokenHash(token))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const isEnrolling = row.is_enrolling === 1;
  const maxMs = isEnrolling ? ENROLMENT_MS : STAFF_SESSION_MAX_MS;
  const isInFuture = row.created_at > latestValidStart(time) || row.seen_at > latestValidStart(time);
  if (isInFuture || row.seen_at <= time - IDLE_MS || row.created_at <= time - maxMs) {
    await db.write.deleteFrom('staff_session').where('id', '=', row.id).execute();
    return undefined;
  }
  if (time - row.seen_at > SEEN_UPDATE_MS) await recordSeen(db, row.id, time);
  const { id, staff_id: staffId, email, name, role, device, confirmed_at } = row;
  const isConfirmed =
    confirmed_at !== null && confirmed_at > time - CONFIRMATION_MS && confirmed_at <= latestValidStart(time);
  return { id, staffId, email, name, role, device, isEnrolling, isConfirmed };
}

/**
 * Records the time of the last request. Ignores a database that is not writable, so that staff can still read pages.
 */
async function recordSeen(db: ShopDatabase, id: string, seen_at: number): Promise<void> {
  try {
    await db.write.updateTable('staff_session').set({ seen_at }).where('id', '=', id).execute();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
  }
}

/** Starts a session, which is confirmed unless it may only add a sign-in method. Returns the cookie's token. */
export async function startStaffSession(
  tx: Tx,
  now: number,
  { staffId, device, isEnrolling }: { staffId: string; device: string; isEnrolling: boolean },
): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('staff_session')
    .values({
      id: newId(),
      token_hash: tokenHash(token),
      staff_id: staffId,
      device,
      is_enrolling: isEnrolling ? 1 : 0,
      created_at: now,
      seen_at: now,
      confirmed_at: isEnrolling ? null : now,
    })
    .execute();
  return token;
}

/** Starts and records a session for a person who has authenticated. Returns the cookie's token. */
export async function signIn(
  tx: Tx,
  now: number,
  member: Pick<StaffTable, 'id' | 'name'>,
  method: string,
  { device, origin }: { device: string; origin: string },
): Promise<string> {
  const event = { action: 'sign in', record: { kind: 'staff', id: member.id }, after: { with: method } };
  await recordAudit(tx, event, now, staffActor(member, origin));
  return startStaffSession(tx, now, { staffId: member.id, device, isEnrolling: false });
}

/** Records a step-up authentication, and ends the enrolment that follows an emailed code. */
export async function confirmSession(tx: Tx, now: number, sessionId: string): Promise<void> {
  await tx
    .updateTable('staff_session')
    .set({ confirmed_at: now, is_enrolling: 0 })
    .where('id', '=', sessionId)
    .execute();
}

export async function endStaffSession({ db }: Pick<Shop, 'db'>, sessionId: string): Promise<void> {
  await db.write.deleteFrom('staff_session').where('id', '=', sessionId).execute();
}

/**
 * Returns the person's sessions: the current session first, then the others, most recently used first. `seenAt` is the
 * time of the last recorded request, in epoch ms.
 */
export async function listStaffDevices({ db, now }: SessionShop, session: StaffSession) {
  const rows = await db.write
    .selectFrom('staff_session')
    .select(['id', 'device', 'seen_at as seenAt'])
    .where('staff_id', '=', session.staffId)
    .where('seen_at', '>', now() - IDLE_MS)
    .where('created_at', '>', now() - STAFF_SESSION_MAX_MS)
    .where((eb) => eb.or([eb('is_enrolling', '=', 0), eb('created_at', '>', now() - ENROLMENT_MS)]))
    .orderBy('seen_at', 'desc')
    .execute();
  const devices = rows.map((row) => ({ ...row, isCurrent: row.id === session.id }));
  return devices.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** Signs out one of the person's devices. Throws `not_found` if the person has no session with this id. */
export async function endStaffDevice({ db, now }: SessionShop, session: StaffSession, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const endedSession = await tx
      .deleteFrom('staff_session')
      .where('id', '=', id)
      .where('staff_id', '=', session.staffId)
      .returning('device')
      .executeTakeFirst();
    if (!endedSession) throw new ShopError('not_found', 'This device is already signed out.');
    const record = { kind: 'staff', id: session.staffId };
    await recordAudit(tx, { action: 'sign out device', record, before: { device: endedSession.device } }, now());
  });
}
