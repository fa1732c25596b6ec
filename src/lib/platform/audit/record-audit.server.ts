import { type Actor, currentActor } from '#lib/platform/actor/actor.server.ts';
import { type Changes, changedFields } from '#lib/platform/audit/audit-changes.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';

/** A change, with the old and new values. Fields that don't change are not recorded, and secrets are masked. */
export interface AuditEvent extends Changes {
  /** A verb and a noun, such as `invite staff`. */
  action: string;
  record: { kind: string; id: string };
}

/** The actor of a change by a program that sets none. */
const DEFAULT_ACTOR: Actor = { kind: 'job', id: '', name: 'Taana', origin: 'server' };

/** Records a change in the transaction of the change: both are stored, or neither. */
export async function recordAudit(
  tx: Pick<Tx, 'insertInto'>,
  { action, record, ...changes }: AuditEvent,
  now: number,
  actor: Actor = currentActor() ?? DEFAULT_ACTOR,
): Promise<void> {
  const { before, after } = changedFields(changes);
  await tx
    .insertInto('audit_entry')
    .values({
      at: now,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      origin: actor.origin,
      action,
      record_kind: record.kind,
      record_id: record.id,
      before_json: before ? JSON.stringify(before) : null,
      after_json: after ? JSON.stringify(after) : null,
      position: null,
      hash: null,
    })
    .execute();
}
