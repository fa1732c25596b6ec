import { randomBytes } from 'node:crypto';
import { startSession } from '#lib/customers/auth/sessions/session.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

export interface TestCustomer {
  id: string;
  email: string;
  /** The value for the cookie `session`. */
  token: string;
}

/** Creates a customer with a session that starts now, because a shop process checks the session's age. */
export async function addCustomer(
  db: ShopDatabase,
  name = 'Asha Rao',
  device = 'Chrome on Android',
): Promise<TestCustomer> {
  const id = newId();
  const email = `${randomBytes(6).toString('hex')}@example.in`;
  const now = Date.now();
  const token = await transaction(db, async (tx) => {
    await tx
      .insertInto('customer')
      .values({ id, email, name, mobile: '9876543210', created_at: now, updated_at: now, wrong_codes: 0 })
      .execute();
    return startSession(tx, now, id, device);
  });
  return { id, email, token };
}
