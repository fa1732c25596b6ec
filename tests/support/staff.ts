import { randomBytes } from 'node:crypto';
import { startStaffSession } from '#lib/admin/sign-in/sessions.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Role } from '#lib/platform/db/tables/admin.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

export interface TestStaff {
  id: string;
  email: string;
  /** The value for the cookie `admin`. */
  token: string;
}

/** Creates a member of staff with a session that by default starts now, because a shop process checks its age. */
export async function addStaff(
  db: ShopDatabase,
  role: Role = 'owner',
  { isEnrolling = false, now = Date.now() } = {},
): Promise<TestStaff> {
  const id = newId();
  const email = `${randomBytes(6).toString('hex')}@staff.example`;
  const token = await transaction(db, async (tx) => {
    await tx
      .insertInto('staff')
      .values({ id, email, name: `Test ${role}`, role, created_at: now, ended_at: null })
      .execute();
    return startStaffSession(tx, now, { staffId: id, device: 'Chrome on Android', isEnrolling });
  });
  return { id, email, token };
}
