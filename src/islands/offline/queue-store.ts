import { type DBSchema, openDB } from 'idb';
import type { Action } from '#islands/offline/actions.ts';
import { newKey } from '#islands/offline/send-action.ts';
import { sharedDatabase } from '#islands/offline/shared-database.ts';
import { isTooOld, mergeAction, type WaitingAction } from '#islands/offline/waiting-actions.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

/** Not the database of the service worker, which is deleted with its copies. */
const DATABASE = 'queue';
/** For actions of another customer, who may no longer use this browser. */
const OTHERS_RETENTION_MS = 30 * DAY_MS;
const TOO_OLD = 'This has waited for more than 6 days. Please check whether it is done already.';

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
 * Stores an action once per key, and returns its id. `sentAt` is set if it was sent without a response; other actions are
 * merged with waiting ones (`mergeAction`).
 */
export async function addAction(
  customer: string,
  action: Action,
  now: number,
  { key, sentAt }: Pick<WaitingAction, 'key' | 'sentAt'>,
): Promise<number> {
  const tx = (await database()).transaction('actions', 'readwrite');
  const waiting = (await tx.store.getAll()).filter((earlier) => earlier.customer === customer);
  const existing = waiting.find((earlier) => earlier.key === key);
  if (existing) return existing.id;
  const merged = sentAt === undefined ? mergeAction(waiting, action) : { replaced: [], action };
  for (const id of merged.replaced) await tx.store.delete(id);
  const added = { key, sentAt, customer, action: merged.action, queuedAt: now };
  const id = await tx.store.add(added as WaitingAction);
  await tx.done;
  return id;
}

export type ClaimedAction = WaitingAction & { isNew: boolean };

/** The next action to send for a customer, marked as sent; those that are too old are refused. `isNew`: not sent before. */
export async function claimNext(customer: string, now: number): Promise<ClaimedAction | undefined> {
  const tx = (await database()).transaction('actions', 'readwrite');
  for (const waiting of await tx.store.getAll()) {
    if (waiting.customer !== customer || waiting.refusal !== undefined) continue;
    if (isTooOld(waiting, now)) {
      await tx.store.put({ ...waiting, refusal: TOO_OLD });
      continue;
    }
    const claimed = { ...waiting, sentAt: waiting.sentAt ?? now };
    await tx.store.put(claimed);
    await tx.done;
    return { ...claimed, isNew: waiting.sentAt === undefined };
  }
  await tx.done;
  return undefined;
}

/** Undoes the claim of an action whose request never left the device. */
export async function releaseClaim({ id }: WaitingAction): Promise<void> {
  const tx = (await database()).transaction('actions', 'readwrite');
  const waiting = await tx.store.get(id);
  if (waiting) await tx.store.put({ ...waiting, sentAt: undefined });
  await tx.done;
}

export async function removeAction(id: number): Promise<void> {
  await (await database()).delete('actions', id);
}

export async function refuseAction({ id }: WaitingAction, refusal: string): Promise<void> {
  const tx = (await database()).transaction('actions', 'readwrite');
  // It may have been discarded in the meantime.
  const waiting = await tx.store.get(id);
  if (waiting) await tx.store.put({ ...waiting, refusal });
  await tx.done;
}

/** Puts a refused action, or one from before the login, into the queue again, as a new one of this customer. */
export async function retryAction(id: number, customer: string, now: number): Promise<void> {
  const tx = (await database()).transaction('actions', 'readwrite');
  const waiting = await tx.store.get(id);
  if (waiting) {
    const { sentAt: _, refusal: __, ...again } = waiting;
    await tx.store.put({ ...again, customer, key: newKey(), queuedAt: now });
  }
  await tx.done;
}

/** All actions in this browser, and the messages for a customer. */
export async function readQueue(customer: string): Promise<{ actions: WaitingAction[]; messages: QueueMessage[] }> {
  const db = await database();
  const messages = (await db.getAll('news')).filter((item) => item.customer === customer);
  return { actions: await db.getAll('actions'), messages };
}

export async function addMessages(customer: string, texts: readonly string[]): Promise<void> {
  const tx = (await database()).transaction('news', 'readwrite');
  const before = (await tx.store.getAll()).filter((item) => item.customer === customer);
  const isNew = (text: string) => !before.some((item) => item.text === text);
  for (const text of texts.filter(isNew)) await tx.store.add({ customer, text } as QueueMessage);
  await tx.done;
}

export async function removeMessage(id: number): Promise<void> {
  await (await database()).delete('news', id);
}

/** Deletes the old actions of all other customers. */
export async function removeOldActions(customer: string, now: number): Promise<void> {
  const tx = (await database()).transaction('actions', 'readwrite');
  for (const waiting of await tx.store.getAll())
    if (waiting.customer !== customer && now - waiting.queuedAt > OTHERS_RETENTION_MS)
      await tx.store.delete(waiting.id);
  await tx.done;
}
