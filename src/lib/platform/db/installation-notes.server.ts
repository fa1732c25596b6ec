import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

type WriteHandle = Pick<ShopDatabase, 'write'>;

export interface InstallationNote {
  value: string;
  /** The time at which the value was saved, in epoch ms. */
  at: number;
}

export async function readNote({ write }: WriteHandle, name: string): Promise<InstallationNote | undefined> {
  const row = await write
    .selectFrom('installation_note')
    .select(['value', 'at'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row && { value: row.value, at: Number(row.at) };
}

/** Saves a note and replaces an earlier value. */
export async function saveNote({ write }: WriteHandle, name: string, value: string, at: number): Promise<void> {
  await write
    .insertInto('installation_note')
    .values({ name, value, at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, at }))
    .execute();
}

/** Returns the value that was saved first; if there is none, saves and returns the given one. */
export async function readOrSaveNote(db: WriteHandle, name: string, value: string, at: number): Promise<string> {
  const existing = await readNote(db, name);
  if (existing) return existing.value;
  await db.write
    .insertInto('installation_note')
    .values({ name, value, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readNote(db, name))?.value ?? value;
}

/**
 * For `catch`: returns undefined if the table is missing, as in a new or older database; otherwise throws the error.
 */
export function ignoreMissingTable(error: unknown): undefined {
  if (error instanceof Error && /no such table|relation .* does not exist/.test(error.message)) return undefined;
  throw error;
}
