import { AsyncLocalStorage } from 'node:async_hooks';

/** The person or program that makes a change, for the audit log. */
export interface Actor {
  kind: 'staff' | 'cli' | 'job' | 'gateway';
  id: string;
  name: string;
  /** The network and device, or the program. */
  origin: string;
  /** Set while the entries of `recordedRun` cover all changes, so that no transaction needs an entry of its own. */
  isRunRecorded?: true;
}

export const COMMAND_LINE: Actor = { kind: 'cli', id: '', name: 'Command line', origin: 'npm run shop' };

/** Each copy of this module has its own store: code that changes data must import the copy that sets the actor. */
const actors = new AsyncLocalStorage<Actor>();

/** Runs `work` and records its changes as made by the actor. */
export function runAs<T>(actor: Actor, work: () => T): T {
  return actors.run(actor, work);
}

/** Returns the current actor. There is none for shoppers, whose changes are not audited, and if a program sets none. */
export function currentActor(): Actor | undefined {
  return actors.getStore();
}

/** Runs `work`, and records its changes as made by the actor in `actorJson` or, if null, by the current actor. */
export function runAsStoredActor<T>(actorJson: string | null, work: () => T): T {
  const actor = JSON.parse(actorJson ?? 'null') as Actor | null;
  return actor ? runAs(actor, work) : work();
}
