import { type ContentObject, isObject, type Overlay } from '#lib/platform/content/overlay.ts';

/**
 * Merges the words of colour names one by one. A word that the owner assigns to one family is removed from the others.
 * `ownPart` sets each default word that is missing in `whole` to null, so that it names no colour.
 */
export const COLOR_WORD_OVERLAY: Overlay = {
  merge(defaults, own) {
    const ownWords = new Set(Object.values(own).flatMap((words) => Object.keys(wordsOf(words))));
    const merged = new Map<string, unknown>();
    for (const [family, words] of Object.entries(defaults)) {
      const others = Object.entries(wordsOf(words)).filter(([word]) => !ownWords.has(word));
      if (others.length > 0) merged.set(family, Object.fromEntries(others));
    }
    for (const [family, words] of Object.entries(own)) {
      merged.set(family, isObject(words) ? { ...wordsOf(merged.get(family)), ...words } : words);
    }
    return Object.fromEntries(merged);
  },
  ownPart(defaults, whole) {
    const remaining = new Set(Object.values(whole).flatMap((words) => Object.keys(wordsOf(words))));
    const families = new Set([...Object.keys(whole), ...Object.keys(defaults)]);
    const parts = [...families].map((family): [string, ContentObject] => {
      const defaultWords = wordsOf(defaults[family]);
      const changed = Object.entries(wordsOf(whole[family])).filter(([word, hex]) => defaultWords[word] !== hex);
      const removed = Object.entries(defaultWords).filter(([word, hex]) => hex !== null && !remaining.has(word));
      return [family, Object.fromEntries([...changed, ...removed.map(([word]) => [word, null])])];
    });
    return Object.fromEntries(parts.filter(([, words]) => Object.keys(words).length > 0));
  },
};

/** Ignores values that are not objects, because the schema reports them. */
function wordsOf(words: unknown): ContentObject {
  return isObject(words) ? words : {};
}
