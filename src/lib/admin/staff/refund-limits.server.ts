import type { ExpressionBuilder } from 'kysely';
import { REFUNDING_ROLES, ROLES, type Role } from '#lib/admin/staff/roles.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export interface RefundLimit {
  role: Role;
  /** The daily limit of each member of staff with the role, in paise; undefined if there is none. */
  paise: number | undefined;
}

/** Returns the daily limit of every role that may refund. */
export async function readRefundLimits({ write }: Pick<ShopDatabase, 'write'>): Promise<RefundLimit[]> {
  const rows = await write.selectFrom('role_refund_limit').selectAll().execute();
  return REFUNDING_ROLES.map((role) => ({ role, paise: rows.find((row) => row.role === role)?.paise }));
}

/** Sets the daily limit of each person with a role. If `paise` is undefined, removes the limit. */
export function setRefundLimit({ db, now }: Pick<Shop, 'db' | 'now'>, { role, paise }: RefundLimit): Promise<void> {
  return transaction(db, async (tx) => {
    const oldLimit = await limitOf(tx, role);
    if (paise === undefined) await tx.deleteFrom('role_refund_limit').where('role', '=', role).execute();
    else
      await tx
        .insertInto('role_refund_limit')
        .values({ role, paise })
        .onConflict((conflict) => conflict.column('role').doUpdateSet({ paise }))
        .execute();
    const limitField = (limit: number | undefined) => ({ limit: limit === undefined ? 'none' : priceText(limit) });
    const event = { action: 'set refund limit', record: { kind: 'role', id: role } };
    await recordAudit(tx, { ...event, before: limitField(oldLimit), after: limitField(paise) }, now());
  });
}

/**
 * Counts a refund at the time `at` towards the person's daily limit, which depends on the role. The statement is
 * guarded, so that concurrent refunds can't exceed the limit. Throws `refused` with the amount that is left for the day.
 */
export async function countTowardsRefundLimit(
  tx: Tx,
  { staffId, role, paise, at }: { staffId: string; role: Role; paise: number; at: number },
): Promise<void> {
  const limit = await limitOf(tx, role);
  const day = indianIsoDay(at);
  await tx
    .insertInto('staff_refund')
    .values({ staff_id: staffId, day, paise: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  let update = tx
    .updateTable('staff_refund')
    .set((eb) => ({ day, paise: totalWith(eb, day, paise) }))
    .where('staff_id', '=', staffId);
  if (limit !== undefined) update = update.where((eb) => eb(totalWith(eb, day, paise), '<=', limit));
  const { numUpdatedRows } = await update.executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const remainingPaise = Math.max(0, (limit ?? 0) - (await refundedOn(tx, staffId, day)));
  throw new ShopError(
    'refused',
    `Each person with the role ${ROLES[role].label.toLowerCase()} may refund ${priceText(limit ?? 0)} a day. ${priceText(remainingPaise)} is left for you today.`,
  );
}

/**
 * Builds the expression for the day's total including this refund. If the row contains the total of another day, that
 * total is ignored.
 */
function totalWith(eb: ExpressionBuilder<Tables, 'staff_refund'>, day: string, paise: number) {
  return eb
    .case()
    .when('day', '=', day)
    .then(eb('paise', '+', paise))
    .else(paise)
    .end();
}

async function refundedOn(tx: Tx, staffId: string, day: string): Promise<number> {
  const row = await tx
    .selectFrom('staff_refund')
    .select('paise')
    .where('staff_id', '=', staffId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.paise ?? 0;
}

async function limitOf(tx: Tx, role: Role): Promise<number | undefined> {
  const row = await tx.selectFrom('role_refund_limit').select('paise').where('role', '=', role).executeTakeFirst();
  return row?.paise;
}
