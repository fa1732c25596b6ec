import { ROLE_NAMES, ROLES } from '#lib/admin/staff/roles.ts';
import type { Invitation } from '#lib/admin/staff/staff.schema.ts';
import { mailInvitation, mailOwners } from '#lib/admin/staff/staff-mails.server.ts';
import type { Actor } from '#lib/platform/actor/actor.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { StaffTable } from '#lib/platform/db/tables/admin.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

/** The tables with a person's sign-in methods, challenges and sessions. */
const SIGN_IN_TABLES = [
  'staff_passkey',
  'staff_authenticator',
  'staff_recovery_code',
  'staff_challenge',
  'staff_session',
] as const;

export type StaffShop = Pick<Shop, 'db' | 'settings' | 'now'>;

/**
 * Returns everyone with access, by role (owners first) and then by name. `seenAt` is the time of the last recorded
 * request, in epoch ms; null if the person has no session.
 */
export async function listStaff({ db }: Pick<StaffShop, 'db'>) {
  const rows = await db.write
    .selectFrom('staff')
    .select(['id', 'email', 'name', 'role'])
    .select((eb) => [
      eb
        .selectFrom('staff_passkey')
        .whereRef('staff_id', '=', 'staff.id')
        .select(eb.fn.countAll<number>().as('n'))
        .as('passkeyCount'),
      eb
        .selectFrom('staff_authenticator')
        .whereRef('staff_id', '=', 'staff.id')
        .select(eb.fn.countAll<number>().as('n'))
        .as('authenticatorCount'),
      eb
        .selectFrom('staff_session')
        .whereRef('staff_id', '=', 'staff.id')
        .select((session) => session.fn.max('staff_session.seen_at').as('at'))
        .as('seenAt'),
    ])
    .where('ended_at', 'is', null)
    .execute();
  const members = rows.map(({ passkeyCount, authenticatorCount, ...row }) => ({
    ...row,
    /** The number of passkeys and authenticator apps; 0 until an invited person adds one. */
    signInMethodCount: Number(passkeyCount) + Number(authenticatorCount),
  }));
  return members.sort(
    (a, b) => ROLE_NAMES.indexOf(a.role) - ROLE_NAMES.indexOf(b.role) || a.name.localeCompare(b.name),
  );
}

/** Returns the person with this email address, or undefined if the address has no access. */
export function findStaffByEmail({ db }: Pick<StaffShop, 'db'>, email: string): Promise<StaffTable | undefined> {
  return currentStaff(db.write).where('email', '=', email).executeTakeFirst();
}

/** Returns the person with this id, or undefined if the person has no access. */
export function findStaffById(db: Pick<Tx, 'selectFrom'>, id: string): Promise<StaffTable | undefined> {
  return currentStaff(db).where('id', '=', id).executeTakeFirst();
}

/** Builds a query for everyone with access. */
function currentStaff(db: Pick<Tx, 'selectFrom'>) {
  return db.selectFrom('staff').selectAll().where('ended_at', 'is', null);
}

/** Returns the actor for entries in the audit log. */
export function staffActor({ id, name }: Pick<StaffTable, 'id' | 'name'>, origin: string): Actor {
  return { kind: 'staff', id, name, origin };
}

/**
 * Gives a person access, and emails them how to sign in. They verify the address with an emailed code. A person whose
 * access has ended gets a new invitation, without their old passkeys. Throws `conflict` if the address already has
 * access.
 */
export async function inviteStaff(shop: StaffShop, { email, name, role }: Invitation): Promise<void> {
  const { db, now } = shop;
  await transaction(db, async (tx) => {
    const existingMember = await tx.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst();
    if (existingMember && existingMember.ended_at === null)
      throw new ShopError('conflict', `${email} already has access.`, { email: 'This address already has access.' });
    const id = existingMember?.id ?? newId();
    const columns = { name, role, created_at: now(), ended_at: null };
    await tx
      .insertInto('staff')
      .values({ id, email, ...columns })
      .onConflict((conflict) => conflict.column('email').doUpdateSet(columns))
      .execute();
    const event = { action: 'invite staff', record: { kind: 'staff', id }, after: { email, name, role } };
    await recordAudit(tx, event, now());
    await mailInvitation(shop, tx, { email, name, role });
    await mailOwners(shop, tx, {
      heading: `${name} can now open the admin`,
      lines: [`${email} was invited as ${ROLES[role].label.toLowerCase()}.`],
      excludedEmail: email,
    });
  });
}

/**
 * Ends a person's access, sessions and sign-in methods. Throws `not_found` for a person without access, or `refused`
 * for the last owner, who could not be replaced without the command line.
 */
export async function endStaffAccess(shop: StaffShop, staffId: string): Promise<StaffTable> {
  const { db, now } = shop;
  return transaction(db, async (tx) => {
    await lockOwners(tx);
    const member = await tx
      .updateTable('staff')
      .set({ ended_at: now() })
      .where('id', '=', staffId)
      .where('ended_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!member) throw new ShopError('not_found', 'This person has no access.');
    const remainingOwner = await currentStaff(tx).where('role', '=', 'owner').executeTakeFirst();
    if (member.role === 'owner' && !remainingOwner)
      throw new ShopError('refused', 'The last owner can’t be removed. Invite another owner first.');
    for (const table of SIGN_IN_TABLES) await tx.deleteFrom(table).where('staff_id', '=', staffId).execute();
    const { email, name, role } = member;
    const event = { action: 'end access', record: { kind: 'staff', id: staffId }, before: { email, name, role } };
    await recordAudit(tx, event, now());
    await mailOwners(shop, tx, {
      heading: `${name} can no longer open the admin`,
      lines: [`The access of ${email} was ended.`],
    });
    return member;
  });
}

/** Locks the rows of all owners until the transaction ends, so that two owners can't end each other's access. */
async function lockOwners(tx: Tx): Promise<void> {
  await tx
    .updateTable('staff')
    .set({ role: 'owner' })
    .where('role', '=', 'owner')
    .where('ended_at', 'is', null)
    .execute();
}
