import { type DBSchema, openDB } from 'idb';
import type { Action } from '#islands/offline/actions.ts';
import { newIdempotencyKey } from '#islands/offline/send-action.ts';
import { sharedDatabase } from '#islands/offline/shared-database.ts';
import { isTooOld, mergeAction, type WaitingAction } from '#islands/offline/waiting-actions.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

/** This database is separate from the service worker's database, which is deleted together with its copies. */
const DATABASE = 'queue';
/** The retention time for actions of other customers, who may no longer use this browser. */
const OTHERS_RETENTION_MS = 30 * DAY_MS;
const TOO_OLD = 'The action has waited for more than 6 days. Please check whether it has been done already.';

/** A message from the server about an action that was done. */
export interface QueueMessage {
  id: number;
  customer: string;
  text: string;
}

interface Schema extends DBSchema {
  actions: { key: number; value: WaitingAction };
  news: { key: number; value: QueueMessage };
}

const database = sharedDatabase((onClosed) =>
  openDB<Schema>(DATABASE, 1, {
    upgrade(db) {
      for (const store of ['actions', 'news'] as const)
        db.createObjectStore(store, { keyPath: 'id', autoIncrement: true });
    },
    terminated: onClosed,
  }),
);

/**
 * Stores an action once per key, and returns its id. `sentAt` is set if the action was sent but got no response. An
 * action that was not sent is merged with the waiting actions (`mergeAction`).
 */
export async function addAction(
  customer: string,
  action: Action,
  now: number,
  { key, sentAt }: Pick<WaitingAction, 'key' | 'sentAt'>,
): Promise<number> {
  const tx = (await database()).transaction('actions', 'readwrite');
  const waitingActions = (await tx.store.getAll()).filter((earlier) => earlier.customer === customer);
  const existingAction = waitingActions.find((earlier) => earlier.key === key);
  if (existingAction) return existingAction.id;
  const mergedAction = sentAt === undefined ? mergeAction(waitingActions, action) : { replacedIds: [], action };
  for (const id of mergedAction.replacedIds) await tx.store.delete(id);
  const newAction = { key, sentAt, customer, action: mergedAction.action, queuedAt: now };
  const id = await tx.store.add(newAction as WaitingAction);
  await tx.done;
  return id;
}

export type ClaimedAction = WaitingAction & { isNew: boolean };

/**
 * Marks the next action of a customer as sent, and returns it, or `undefined` if there is none. Marks actions that are
 * too old as refused. `isNew` means that the action had not been sent before.
 */
export async function claimNextAction(customer: string, now: number): Promise<ClaimedAction | undefined> {
  const tx = (await database()).transaction('actions', 'readwrite');
  for (const waitingAction of await tx.store.getAll()) {
    if (waitingAction.customer !== customer || waitingAction.refusal !== undefined) continue;
    if (isTooOld(waitingAction, now)) {
      await tx.store.put({ ...waitingAction, refusal: TOO_OLD });
      continue;
    }
    const claimedAction = { ...waitingAction, sentAt: waitingAction.sentAt ?? now };
    await tx.store.put(claimedAction);
    await tx.done;
    return { ...claimedAction, isNew: waitingAction.sentAt === undefined };
  }
  await tx.done;
  return undefined;
}

/** Undoes the claim of an action whose request never left the device. */
export async function releaseClaim({ id }: WaitingAction): Promise<void> {
  await changeAction(id, (waitingAction) => ({ ...waitingAction, sentAt: undefined }));
}

export async function removeAction(id: number): Promise<void> {
  await (await database()).delete('actions', id);
}

export async function refuseAction({ id }: WaitingAction, refusal: string): Promise<void> {
  await changeAction(id, (waitingAction) => ({ ...waitingAction, refusal }));
}

/** Queues a refused action, or an action from before the login, again as a new action of this customer. */
export async function retryAction(id: number, customer: string, now: number): Promise<void> {
  await changeAction(id, ({ sentAt: _, refusal: __, ...waitingAction }) => ({
    ...waitingAction,
    customer,
    key: newIdempotencyKey(),
    queuedAt: now,
  }));
}

async function changeAction(id: number, change: (waitingAction: WaitingAction) => WaitingAction): Promise<void> {
  const tx = (await database()).transaction('actions', 'readwrite');
  // The action may have been discarded in the meantime.
  const waitingAction = await tx.store.get(id);
  if (waitingAction) await tx.store.put(change(waitingAction));
  await tx.done;
}

/** Returns all actions in this browser, and the messages for a customer. */
export async function readQueue(customer: string): Promise<{ actions: WaitingAction[]; messages: QueueMessage[] }> {
  const db = await database();
  const messages = (await db.getAll('news')).filter((message) => message.customer === customer);
  return { actions: await db.getAll('actions'), messages };
}

export async function addMessages(customer: string, texts: readonly string[]): Promise<void> {
  const tx = (await database()).transaction('news', 'readwrite');
  const existingMessages = (await tx.store.getAll()).filter((message) => message.customer === customer);
  const isNew = (text: string) => !existingMessages.some((message) => message.text === text);
  for (const text of texts.filter(isNew)) await tx.store.add({ customer, text } as QueueMessage);
  await tx.done;
}

export async function removeMessage(id: number): Promise<void> {
  await (await database()).delete('news', id);
}

/** Deletes actions of all other customers that were queued more than 30 days ago. */
export async function removeOldActions(customer: string, now: number): Promise<void> {
  const tx = (await database()).transaction('actions', 'readwrite');
  for (const waitingAction of await tx.store.getAll())
    if (waitingAction.customer !== customer && now - waitingAction.queuedAt > OTHERS_RETENTION_MS)
      await tx.store.delete(waitingAction.id);
  await tx.done;
}
