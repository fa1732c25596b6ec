import searchWords from '#content/search-words.json' with { type: 'json' };
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { SearchLanguage } from '#lib/search/asked-words.ts';
import { searchWordsSchema } from '#lib/search/search-words.schema.ts';
import { storedSynonyms } from '#lib/search/stored-synonyms.server.ts';
import { parseSynonymLine, Synonyms } from '#lib/search/synonyms.ts';

/** What the shop knows of words: the list that came with it, as its owner changed it. */
export async function searchLanguage(db: ShopDatabase): Promise<SearchLanguage> {
  const { ignored } = shippedWords();
  const lines = await synonymLines(db);
  return {
    synonyms: new Synonyms(lines.filter(({ isOn }) => isOn).map(({ line }) => parseSynonymLine(line))),
    ignored: new Set(ignored.split(' ')),
  };
}

export interface ListedSynonyms {
  line: string;
  isOwn: boolean;
  /** The owner may put out a line that came with the shop. */
  isOn: boolean;
}

export async function synonymLines(db: ShopDatabase): Promise<ListedSynonyms[]> {
  const stored = await storedSynonyms(db.read);
  const { synonyms: shipped } = shippedWords();
  return [
    ...shipped.map((line) => ({ line, isOwn: false, isOn: stored.get(line) ?? true })),
    ...[...stored].filter(([line]) => !shipped.includes(line)).map(([line, isOn]) => ({ line, isOwn: true, isOn })),
  ];
}

function shippedWords() {
  return searchWordsSchema.parse(searchWords);
}
