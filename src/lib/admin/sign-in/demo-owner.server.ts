import { startStaffSession } from '#lib/admin/sign-in/sessions.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export const DEMO_OWNER = {
  id: 'demo-owner',
  email: 'owner@taana.example',
  name: 'Demo owner',
  role: 'owner' as const,
};

/** Signs anyone in as the demo's owner. Returns the session's token. Throws `not_found` in a live shop. */
export async function signInToDemo(
  { db, settings, now }: Pick<Shop, 'db' | 'settings' | 'now'>,
  device: string,
): Promise<string> {
  if (settings.mode !== 'demo') throw new ShopError('not_found', 'There is no demo here.');
  return transaction(db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('staff')
      .values({ ...DEMO_OWNER, created_at: now(), ended_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    // The sign-in is recorded only once, because anyone can open the demo's admin.
    if (numInsertedOrUpdatedRows === 1n)
      await recordAudit(tx, { action: 'open demo admin', record: { kind: 'staff', id: DEMO_OWNER.id } }, now());
    return startStaffSession(tx, now(), { staffId: DEMO_OWNER.id, device, isEnrolling: false });
  });
}
