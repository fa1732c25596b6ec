import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readNote, readOrSaveNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';

type Writing = Pick<ShopDatabase, 'write'>;

/** In the database, so that the history is continued in the same database only. */
const NOTE = 'demo_history';
const FINISHED = 'finished';

export interface HistoryProgress {
  startedAt: number;
  /** Steps before this one are done. */
  next: number;
  ids: Record<string, string>;
  /** As it is stored: steps are claimed by it. */
  stored: string;
}

/** Returns the start of the history, also if it was planned before. */
export async function planHistory(db: Writing, now: number): Promise<number | undefined> {
  await readOrSaveNote(db, NOTE, JSON.stringify({ startedAt: now, next: 0, ids: {} }), now);
  return (await readProgress(db))?.startedAt;
}

/** `undefined` if no history was planned, or when it is finished. */
export async function readProgress(db: Writing): Promise<HistoryProgress | undefined> {
  const note = await readNote(db, NOTE);
  if (!note || note.value === FINISHED) return undefined;
  return { ...JSON.parse(note.value), stored: note.value };
}

/** Until the transaction ends, other processes wait here. False if another process has done the next steps. */
export async function claimSteps({ write }: Writing, { stored }: HistoryProgress): Promise<boolean> {
  const { numUpdatedRows } = await write
    .updateTable('installation_note')
    .set({ value: stored })
    .where('name', '=', NOTE)
    .where('value', '=', stored)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Call it in the transaction of the steps. */
export async function saveProgress(
  db: Writing,
  { stored: _stored, ...progress }: HistoryProgress,
  at: number,
): Promise<void> {
  await saveNote(db, NOTE, JSON.stringify(progress), at);
}

/** After this nothing is added any more. */
export async function finishHistory(db: Writing, at: number): Promise<void> {
  await saveNote(db, NOTE, FINISHED, at);
}
