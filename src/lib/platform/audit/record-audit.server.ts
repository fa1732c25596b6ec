import { type Actor, currentActor } from '#lib/platform/audit/actor.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';

export interface AuditEvent {
  /** A verb and a noun, such as `invite staff`. */
  action: string;
  record: { kind: string; id: string };
  /** Only the fields that change. Contains no secrets. */
  before?: object | undefined;
  after?: object | undefined;
}

/** A change whose author is not known: a program that names none. */
const UNNAMED: Actor = { kind: 'job', id: '', name: 'Taana', origin: 'server' };

/** Records a change in its own transaction: both are stored, or neither. */
export async function recordAudit(
  tx: Tx,
  { action, record, before, after }: AuditEvent,
  now: number,
  actor: Actor = currentActor() ?? UNNAMED,
): Promise<void> {
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
