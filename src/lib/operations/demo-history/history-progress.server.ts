import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readNote, readOrSaveNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';

type WriteDatabase = Pick<ShopDatabase, 'write'>;

/** Stored in the database, so that the history is continued only in the same database. */
const NOTE = 'demo_history';
const FINISHED = 'finished';

export interface HistoryProgress {
  /** When the history was planned, in epoch ms. All its times are earlier. */
  startedAt: number;
  /** Steps before this one are done. */
  next: number;
  /** Ids of created records, by their names in the history. */
  ids: Record<string, string>;
  /** The stored text, which is compared when steps are claimed. */
  stored: string;
}

/** Plans the history if that was not done before. Returns its `startedAt`; undefined if it is finished. */
export async function planHistory(db: WriteDatabase, now: number): Promise<number | undefined> {
  await readOrSaveNote(db, NOTE, JSON.stringify({ startedAt: now, next: 0, ids: {} }), now);
  return (await readProgress(db))?.startedAt;
}

/** `undefined` if no history was planned, or when it is finished. */
export async function readProgress(db: WriteDatabase): Promise<HistoryProgress | undefined> {
  const note = await readNote(db, NOTE);
  if (!note || note.value === FINISHED) return undefined;
  return { ...JSON.parse(note.value), stored: note.value };
}

/** Blocks other processes until the transaction ends. Returns false if another process has done the next steps. */
export async function claimSteps({ write }: WriteDatabase, { stored }: HistoryProgress): Promise<boolean> {
  const { numUpdatedRows } = await write
    .updateTable('installation_note')
    .set({ value: stored })
    .where('name', '=', NOTE)
    .where('value', '=', stored)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Must be called in the transaction of the steps. */
export async function saveProgress(
  db: WriteDatabase,
  { stored: _stored, ...progress }: HistoryProgress,
  at: number,
): Promise<void> {
  await saveNote(db, NOTE, JSON.stringify(progress), at);
}

/** No steps are added after this. */
export async function finishHistory(db: WriteDatabase, at: number): Promise<void> {
  await saveNote(db, NOTE, FINISHED, at);
}
