import { lockCatalogue, setCatalogueVersion } from '#lib/catalog/products/catalogue-version.server.ts';
import { synonymLines } from '#lib/catalog/search/search-language.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { invalidate } from '#lib/platform/db/invalidation.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { didYouMean } from '#lib/primitives/edit-distance.ts';

type SynonymShop = Pick<Shop, 'db' | 'now'>;

/** Adds a line of synonyms, or enables a disabled line. All processes apply the change within about a second. */
export function addSynonyms(shop: SynonymShop, line: string): Promise<void> {
  return changeLine(shop, 'add synonyms', line, (tx) => saveLine(tx, line, 1, shop.now()));
}

/**
 * Deletes a line that the owner added, or disables a default line. Throws a ShopError `not_found` if no such line is
 * enabled.
 */
export async function removeSynonyms(shop: SynonymShop, line: string): Promise<void> {
  const lines = (await synonymLines(shop.db)).filter(({ isEnabled }) => isEnabled);
  const listedLine = lines.find((entry) => entry.line === line);
  const hint = didYouMean(
    line,
    lines.map((entry) => entry.line),
  );
  if (!listedLine) throw new ShopError('not_found', `The list has no line "${line}".${hint}`);
  if (listedLine.isOwn)
    await changeLine(shop, 'remove synonyms', line, (tx) =>
      tx.deleteFrom('search_synonym').where('line', '=', line).execute(),
    );
  else await changeLine(shop, 'turn off synonyms', line, (tx) => saveLine(tx, line, 0, shop.now()));
}

function saveLine(tx: Tx, line: string, is_on: 0 | 1, created_at: number): Promise<unknown> {
  return tx
    .insertInto('search_synonym')
    .values({ line, is_on, created_at })
    .onConflict((on) => on.column('line').doUpdateSet({ is_on }))
    .execute();
}

function changeLine(
  { db, now }: SynonymShop,
  action: string,
  line: string,
  change: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  return transaction(db, async (tx) => {
    await invalidateSearch(tx);
    await change(tx);
    await recordAudit(tx, { action, record: { kind: 'synonyms', id: line } }, now());
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
