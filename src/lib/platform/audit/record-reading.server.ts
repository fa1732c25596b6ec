import { currentActor } from '#lib/platform/actor/actor.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';

/**
 * Records that customers' data was read: at most once an hour for each actor, action and record, so that reopening a
 * page adds no entries. Shoppers reading their own data are not recorded.
 */
export async function recordReading(
  db: ShopDatabase,
  { action, record }: { action: string; record: { kind: string; id: string } },
  now: number,
): Promise<void> {
  const actor = currentActor();
  if (!actor) return;
  const recentEntry = await db.write
    .selectFrom('audit_entry')
    .select('id')
    .where('record_kind', '=', record.kind)
    .where('record_id', '=', record.id)
    .where('action', '=', action)
    .where('actor_kind', '=', actor.kind)
    .where('actor_id', '=', actor.id)
    .where('at', '>', now - HOUR_MS)
    .limit(1)
    .executeTakeFirst();
  if (!recentEntry) await transaction(db, (tx) => recordAudit(tx, { action, record }, now, actor));
}
