import { AsyncLocalStorage } from 'node:async_hooks';

/** Who makes a change, for the audit log. */
export interface Actor {
  kind: 'staff' | 'cli' | 'job' | 'gateway';
  id: string;
  name: string;
  /** The network and device, or the program. */
  origin: string;
  /** An entry of the whole run covers its changes, so that each of its transactions needs none. */
  isRunRecorded?: true;
}

export const COMMAND_LINE: Actor = { kind: 'cli', id: '', name: 'Command line', origin: 'npm run shop' };

/** Set and read in the same copy of this module: the one that the code of the change imports. */
const actors = new AsyncLocalStorage<Actor>();

/** Changes within `work` are recorded as made by the actor. */
export function acting<T>(actor: Actor, work: () => T): T {
  return actors.run(actor, work);
}

/** Undefined for shoppers, whose changes are not in the audit log. */
export function currentActor(): Actor | undefined {
  return actors.getStore();
}

/** As `acting`, for an actor that was stored as JSON; null if the actor is not known. */
export function actingAsStored<T>(actorJson: string | null, work: () => T): T {
  const actor = JSON.parse(actorJson ?? 'null') as Actor | null;
  return actor ? acting(actor, work) : work();
}
