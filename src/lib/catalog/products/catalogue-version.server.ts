import { sql } from 'kysely';
import type { Tx } from '#lib/platform/db/db.server.ts';

/** Locks the catalogue row to serialize writers. Returns the current version. */
export async function lockCatalogue(tx: Tx): Promise<number> {
  const { version } = await tx
    .updateTable('catalogue_state')
    .set({ version: sql<number>`version` })
    .where('id', '=', 1)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Sets the version. The caller must have locked the catalogue. */
export async function setCatalogueVersion(tx: Tx, version: number): Promise<void> {
  await tx.updateTable('catalogue_state').set({ version }).where('id', '=', 1).execute();
}
