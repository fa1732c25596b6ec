import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

type WriteHandle = Pick<ShopDatabase, 'write'>;

/** Returns the value of a note and the time at which it was saved, in epoch ms. */
export function readNote({ write }: WriteHandle, name: string) {
  return write.selectFrom('installation_note').select(['value', 'at']).where('name', '=', name).executeTakeFirst();
}

/** Saves a note, and replaces the earlier value if there is one. */
export async function saveNote({ write }: WriteHandle, name: string, value: string, at: number): Promise<void> {
  await write
    .insertInto('installation_note')
    .values({ name, value, at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, at }))
    .execute();
}

/** Returns the saved value of a note. If no value has been saved, saves and returns `value`. */
export async function readOrSaveNote(db: WriteHandle, name: string, value: string, at: number): Promise<string> {
  const existingNote = await readNote(db, name);
  if (existingNote) return existingNote.value;
  await db.write
    .insertInto('installation_note')
    .values({ name, value, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readNote(db, name))?.value ?? value;
}

/**
 * A callback for `catch`. Returns undefined if the error is due to a missing table, as in a new or older database.
 * Throws any other error.
 */
export function ignoreMissingTable(error: unknown): undefined {
  if (error instanceof Error && /no such table|relation .* does not exist/.test(error.message)) return undefined;
  throw error;
}
