import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readNote, readOrSaveNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';

type WriteDatabase = Pick<ShopDatabase, 'write'>;

/** The name of the note with the progress. The note is in the database, so that no other database gets the history. */
const NOTE = 'demo_history';
const FINISHED = 'finished';

export interface HistoryProgress {
  /** When the history was planned, in epoch ms. All times in the history are earlier. */
  startedAt: number;
  /** The index of the next step. Earlier steps are done. */
  next: number;
  /** Ids of created records, by their names in the history. */
  ids: Record<string, string>;
  /** The value of the note, as JSON text. `claimSteps` compares it with the current value. */
  storedText: string;
}

/** Plans the history, unless it has been planned. Returns its `startedAt`, or undefined if the history is finished. */
export async function planHistory(db: WriteDatabase, now: number): Promise<number | undefined> {
  await readOrSaveNote(db, NOTE, JSON.stringify({ startedAt: now, next: 0, ids: {} }), now);
  return (await readProgress(db))?.startedAt;
}

/** Returns the progress, or undefined if no history was planned or the history is finished. */
export async function readProgress(db: WriteDatabase): Promise<HistoryProgress | undefined> {
  const note = await readNote(db, NOTE);
  if (!note || note.value === FINISHED) return undefined;
  return { ...JSON.parse(note.value), storedText: note.value };
}

/** Locks the progress until the transaction ends. Returns false if another process has done the next steps. */
export async function claimSteps({ write }: WriteDatabase, { storedText }: HistoryProgress): Promise<boolean> {
  const { numUpdatedRows } = await write
    .updateTable('installation_note')
    .set({ value: storedText })
    .where('name', '=', NOTE)
    .where('value', '=', storedText)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Saves the progress. Must be called in the same transaction as the steps. */
export async function saveProgress(
  db: WriteDatabase,
  { storedText: _storedText, ...progress }: HistoryProgress,
  at: number,
): Promise<void> {
  await saveNote(db, NOTE, JSON.stringify(progress), at);
}

/** Marks the history as finished, after which no more steps run. */
export async function finishHistory(db: WriteDatabase, at: number): Promise<void> {
  await saveNote(db, NOTE, FINISHED, at);
}
