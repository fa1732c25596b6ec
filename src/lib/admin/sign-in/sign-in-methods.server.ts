import type { Tx } from '#lib/platform/db/db.server.ts';

type ReadDatabase = Pick<Tx, 'selectFrom'>;

export async function hasAuthenticator(db: ReadDatabase, staffId: string): Promise<boolean> {
  const app = await db
    .selectFrom('staff_authenticator')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return app !== undefined;
}

/** Returns whether the person can sign in without an emailed code. */
export async function hasSignInMethod(db: ReadDatabase, staffId: string): Promise<boolean> {
  const passkey = await db.selectFrom('staff_passkey').select('id').where('staff_id', '=', staffId).executeTakeFirst();
  return passkey !== undefined || hasAuthenticator(db, staffId);
}
