import { type ContentObject, isObject, type Overlay } from '#lib/platform/content/overlay.ts';

/**
 * Overlays word by word. A word that the owner assigns to one family is removed from the others. In the owner's part, a
 * word that is missing in `whole` is null, and so names no colour.
 */
export const WORD_OVERLAY: Overlay = {
  merge(shipped, own) {
    const ownWords = new Set(Object.values(own).flatMap((words) => Object.keys(wordsOf(words))));
    const merged = new Map<string, unknown>();
    for (const [family, words] of Object.entries(shipped)) {
      const others = Object.entries(wordsOf(words)).filter(([word]) => !ownWords.has(word));
      if (others.length > 0) merged.set(family, Object.fromEntries(others));
    }
    for (const [family, words] of Object.entries(own)) {
      merged.set(family, isObject(words) ? { ...wordsOf(merged.get(family)), ...words } : words);
    }
    return Object.fromEntries(merged);
  },
  ownPart(shipped, whole) {
    const remaining = new Set(Object.values(whole).flatMap((words) => Object.keys(wordsOf(words))));
    const families = new Set([...Object.keys(whole), ...Object.keys(shipped)]);
    const parts = [...families].map((family): [string, ContentObject] => {
      const shippedWords = wordsOf(shipped[family]);
      const changed = Object.entries(wordsOf(whole[family])).filter(([word, hex]) => shippedWords[word] !== hex);
      const removed = Object.entries(shippedWords).filter(([word, hex]) => hex !== null && !remaining.has(word));
      return [family, Object.fromEntries([...changed, ...removed.map(([word]) => [word, null])])];
    });
    return Object.fromEntries(parts.filter(([, words]) => Object.keys(words).length > 0));
  },
};

/** The schema reports values that are not objects. */
function wordsOf(words: unknown): ContentObject {
  return isObject(words) ? words : {};
}
