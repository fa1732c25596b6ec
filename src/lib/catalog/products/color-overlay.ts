import { type ContentObject, isObject, type Overlay } from '#lib/platform/content/overlay.ts';

/**
 * Overlays single words. A word that the owner assigns to one family is removed from the others. A word that `whole` no
 * longer has is null in its part: it names no colour.
 */
export const BY_WORD: Overlay = {
  over(shipped, own) {
    const mine = new Set(Object.values(own).flatMap((words) => Object.keys(wordsOf(words))));
    const merged = new Map<string, unknown>();
    for (const [family, words] of Object.entries(shipped)) {
      const left = Object.entries(wordsOf(words)).filter(([word]) => !mine.has(word));
      if (left.length > 0) merged.set(family, Object.fromEntries(left));
    }
    for (const [family, words] of Object.entries(own)) {
      merged.set(family, isObject(words) ? { ...wordsOf(merged.get(family)), ...words } : words);
    }
    return Object.fromEntries(merged);
  },
  ownPart(shipped, whole) {
    const left = new Set(Object.values(whole).flatMap((words) => Object.keys(wordsOf(words))));
    const families = new Set([...Object.keys(whole), ...Object.keys(shipped)]);
    const parts = [...families].map((family): [string, ContentObject] => {
      const theirs = wordsOf(shipped[family]);
      const changed = Object.entries(wordsOf(whole[family])).filter(([word, hex]) => theirs[word] !== hex);
      const removed = Object.entries(theirs).filter(([word, hex]) => hex !== null && !left.has(word));
      return [family, Object.fromEntries([...changed, ...removed.map(([word]) => [word, null])])];
    });
    return Object.fromEntries(parts.filter(([, words]) => Object.keys(words).length > 0));
  },
};

/** The schema reports values that are not objects. */
function wordsOf(words: unknown): ContentObject {
  return isObject(words) ? words : {};
}
