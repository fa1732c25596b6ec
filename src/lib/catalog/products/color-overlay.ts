import { type ContentObject, isObject, type Overlay } from '#lib/platform/content/overlay.ts';

/**
 * Merges the words of colour names one by one. A word that the owner assigns to a family is removed from all others.
 * `ownPart` sets each default word that is missing from `merged` to null, so that the word names no colour.
 */
export const COLOR_WORD_OVERLAY: Overlay = {
  merge(defaults, own) {
    const ownWords = new Set(Object.values(own).flatMap((words) => Object.keys(wordsOf(words))));
    const mergedFamilies = new Map<string, unknown>();
    for (const [family, words] of Object.entries(defaults)) {
      const otherWords = Object.entries(wordsOf(words)).filter(([word]) => !ownWords.has(word));
      if (otherWords.length > 0) mergedFamilies.set(family, Object.fromEntries(otherWords));
    }
    for (const [family, words] of Object.entries(own)) {
      mergedFamilies.set(family, isObject(words) ? { ...wordsOf(mergedFamilies.get(family)), ...words } : words);
    }
    return Object.fromEntries(mergedFamilies);
  },
  ownPart(defaults, merged) {
    const remainingWords = new Set(Object.values(merged).flatMap((words) => Object.keys(wordsOf(words))));
    const families = new Set([...Object.keys(merged), ...Object.keys(defaults)]);
    const parts = [...families].map((family): [string, ContentObject] => {
      const defaultWords = wordsOf(defaults[family]);
      const changedWords = Object.entries(wordsOf(merged[family])).filter(([word, hex]) => defaultWords[word] !== hex);
      const removedWords = Object.entries(defaultWords).filter(
        ([word, hex]) => hex !== null && !remainingWords.has(word),
      );
      return [family, Object.fromEntries([...changedWords, ...removedWords.map(([word]) => [word, null])])];
    });
    return Object.fromEntries(parts.filter(([, words]) => Object.keys(words).length > 0));
  },
};

/** Returns an empty object for a value that is not an object, because the schema reports such a value. */
function wordsOf(words: unknown): ContentObject {
  return isObject(words) ? words : {};
}
