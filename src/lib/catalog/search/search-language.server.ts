import { SEARCH_LIMITS } from '#lib/catalog/search/limits/search-limits.schema.ts';
import { limitWords } from '#lib/catalog/search/limits/term-lexemes.ts';
import type { SearchLanguage } from '#lib/catalog/search/scoring/read-term.ts';
import { SEARCH_WORDS } from '#lib/catalog/search/search-words.schema.ts';
import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { type LineRole, parseSynonymLine, readSynonyms, type Synonyms } from '#lib/catalog/search/words/synonyms.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { mapped } from '#lib/platform/jobs/steps.ts';
import { runYielding } from '#lib/platform/jobs/yielding-run.server.ts';

/**
 * Returns the word lists of the shop, with the lines that the owner has added and without those that the owner has
 * disabled. Parsing the synonyms takes tens of milliseconds, so those of `previousSynonyms` are reused if the list has
 * not changed.
 */
export async function searchLanguage(db: ShopDatabase, previousSynonyms?: Synonyms): Promise<SearchLanguage> {
  // The listing thread does not receive invalidations.
  await contentOf(db).reloadIfChanged(db.write);
  const { ignored, hints, clothes, goods, similar, persons } = contentOf(db).of(SEARCH_WORDS);
  const lines = (await synonymLines(db)).filter(({ isEnabled }) => isEnabled);
  const roles = new Map<string, LineRole>([
    ...goods.map((line) => [line, 'goods'] as const),
    ...similar.map((line) => [line, 'similar'] as const),
    ...persons.map((line) => [line, 'person'] as const),
  ]);
  const source = JSON.stringify([lines, [...roles], hints]);
  const parsedLines = mapped(lines, ({ line }) => ({ ...parseSynonymLine(line), role: roles.get(line) }));
  const isUnchanged = previousSynonyms?.source === source;
  return {
    synonyms: isUnchanged ? previousSynonyms : await runYielding(readSynonyms(parsedLines, hints.split(' '), source)),
    stopWords: new Set(ignored.split(' ')),
    hints: new Set(hints.split(' ').map(foldWord)),
    clothes: new Set(clothes.split(' ').map(foldWord)),
    limits: contentOf(db).memo('search limits', () => limitWords(contentOf(db).of(SEARCH_LIMITS))),
  };
}

export type ListedSynonymLine = Awaited<ReturnType<typeof synonymLines>>[number];

/**
 * Returns the lines of `SEARCH_WORDS`, which are the default lines unless the owner has replaced them, and the lines
 * that the owner has added one by one. A line that the owner has disabled is not enabled.
 */
export async function synonymLines(db: ShopDatabase) {
  const rows = await db.read.selectFrom('search_synonym').selectAll().orderBy('created_at').orderBy('line').execute();
  const storedLines = new Map(rows.map(({ line, is_on }) => [line, is_on === 1]));
  const { goods, similar, persons, synonyms } = contentOf(db).of(SEARCH_WORDS);
  const documentLines = [...goods, ...similar, ...persons, ...synonyms];
  return [
    ...documentLines.map((line) => ({ line, isOwn: false, isEnabled: storedLines.get(line) ?? true })),
    // A disabled line that is no longer in the document is left out.
    ...[...storedLines].flatMap(([line, isEnabled]) =>
      isEnabled && !documentLines.includes(line) ? [{ line, isOwn: true, isEnabled }] : [],
    ),
  ];
}
