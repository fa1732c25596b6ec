import type { Kysely } from 'kysely';
import { lockCatalogue, setCatalogueVersion } from '#lib/catalog/products/catalogue-version.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { invalidate } from '#lib/platform/db/invalidation.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';

/** Returns the synonym lines that the owner has added, enabled or disabled, and whether each line is enabled. */
export async function storedSynonyms(db: Kysely<Tables>): Promise<Map<string, boolean>> {
  const rows = await db.selectFrom('search_synonym').selectAll().orderBy('created_at').orderBy('line').execute();
  return new Map(rows.map(({ line, is_on }) => [line, is_on === 1]));
}

/** Adds a line, or enables or disables it. All processes of the shop apply the change within about a second. */
export function saveSynonyms(db: ShopDatabase, line: string, isEnabled: boolean, now: number): Promise<void> {
  return changeSynonyms(db, async (tx) => {
    const row = { line, is_on: isEnabled ? 1 : 0, created_at: now };
    await tx
      .insertInto('search_synonym')
      .values(row)
      .onConflict((on) => on.column('line').doUpdateSet({ is_on: row.is_on }))
      .execute();
    await recordSynonyms(tx, isEnabled ? 'add synonyms' : 'turn off synonyms', line, now);
  });
}

/** Deletes a line that the owner added. All processes of the shop apply the change within about a second. */
export function deleteSynonyms(db: ShopDatabase, line: string, now: number): Promise<void> {
  return changeSynonyms(db, async (tx) => {
    await tx.deleteFrom('search_synonym').where('line', '=', line).execute();
    await recordSynonyms(tx, 'remove synonyms', line, now);
  });
}

function recordSynonyms(tx: Tx, action: string, line: string, now: number): Promise<void> {
  return recordAudit(tx, { action, record: { kind: 'synonyms', id: line } }, now);
}

function changeSynonyms(db: ShopDatabase, change: (tx: Tx) => Promise<void>): Promise<void> {
  return transaction(db, async (tx) => {
    await invalidateSearch(tx);
    await change(tx);
  });
}

/**
 * Increases the catalogue version, so that all indexes reload the word lists, and cached product lists expire. Must be
 * called in the transaction that changes the word lists.
 */
export async function invalidateSearch(tx: Tx): Promise<void> {
  const version = (await lockCatalogue(tx)) + 1;
  await setCatalogueVersion(tx, version);
  await invalidate(tx, ['list']);
}
