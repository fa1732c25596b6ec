import { synonymLines } from '#lib/catalog/search/search-language.server.ts';
import { deleteSynonyms, saveSynonyms } from '#lib/catalog/search/stored-synonyms.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { didYouMean } from '#lib/primitives/edit-distance.ts';

type SynonymShop = Pick<Shop, 'db' | 'now'>;

/** Adds a line of synonyms, or enables a disabled line. All processes apply the change within about a second. */
export function addSynonyms({ db, now }: SynonymShop, line: string): Promise<void> {
  return saveSynonyms(db, line, true, now());
}

/**
 * Deletes a line that the owner added, or disables a default line. Throws a ShopError `not_found` if no such line is
 * enabled.
 */
export async function removeSynonyms({ db, now }: SynonymShop, line: string): Promise<void> {
  const lines = (await synonymLines(db)).filter(({ isEnabled }) => isEnabled);
  const listedLine = lines.find((entry) => entry.line === line);
  const hint = didYouMean(
    line,
    lines.map((entry) => entry.line),
  );
  if (!listedLine) throw new ShopError('not_found', `The list has no line "${line}".${hint}`);
  if (listedLine.isOwn) await deleteSynonyms(db, line, now());
  else await saveSynonyms(db, line, false, now());
}
