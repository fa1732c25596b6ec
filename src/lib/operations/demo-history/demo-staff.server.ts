import { DEMO_OWNER } from '#lib/admin/sign-in/demo-owner.server.ts';
import type { OrderAction } from '#lib/operations/demo-history/order-actions.server.ts';
import { type Actor, runAs } from '#lib/platform/actor/actor.server.ts';

const OWNER: Actor = { kind: 'staff', id: DEMO_OWNER.id, name: DEMO_OWNER.name, origin: 'demo history' };
const PACKER: Actor = { kind: 'staff', id: 'demo-packer', name: 'Demo packer', origin: 'demo history' };
const JOB: Actor = { kind: 'job', id: 'demo history', name: 'Taana', origin: 'demo history' };

const actAs =
  (actor: Actor) =>
  (act: OrderAction): OrderAction =>
  (context, planIndex) =>
    runAs(actor, () => act(context, planIndex));

export const byOwner = actAs(OWNER);
export const byPacker = actAs(PACKER);
export const byJob = actAs(JOB);

/** Runs an action as the demo's owner, such as answering a ticket. */
export function asDemoOwner<T>(work: () => T): T {
  return runAs(OWNER, work);
}
