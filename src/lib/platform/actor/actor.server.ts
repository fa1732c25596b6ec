import { AsyncLocalStorage } from 'node:async_hooks';

/** Who makes a change, for the audit log. */
export interface Actor {
  kind: 'staff' | 'cli' | 'job' | 'gateway';
  id: string;
  name: string;
  /** The network and device, or the program. */
  origin: string;
  /** One audit entry covers the whole run, so its transactions record none of their own. */
  isRunRecorded?: true;
}

export const COMMAND_LINE: Actor = { kind: 'cli', id: '', name: 'Command line', origin: 'npm run shop' };

/** Each copy of this module has its own store: code that changes data must import the copy that sets the actor. */
const actors = new AsyncLocalStorage<Actor>();

/** Changes within `work` are recorded as made by the actor. */
export function acting<T>(actor: Actor, work: () => T): T {
  return actors.run(actor, work);
}

/** Undefined for shoppers, whose changes are not in the audit log. */
export function currentActor(): Actor | undefined {
  return actors.getStore();
}

/** Like `acting`, for an actor stored as JSON; null if the actor is unknown. */
export function actingAsStored<T>(actorJson: string | null, work: () => T): T {
  const actor = JSON.parse(actorJson ?? 'null') as Actor | null;
  return actor ? acting(actor, work) : work();
}
