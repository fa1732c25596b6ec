import { LRUCache } from 'lru-cache';

/** Some thousand cards, or some hundred groups of filters, which are longer by far. */
const MOST_BYTES = 8 * 1024 * 1024;
/** V8 keeps texts with a rupee sign as two bytes a letter. */
const BYTES_A_LETTER = 2;

/** Keyed by all that the markup shows, so nothing in it can grow old: other goods simply have another key. */
const kept = new LRUCache<string, string>({
  maxSize: MOST_BYTES,
  sizeCalculation: (markup, key) => (key.length + markup.length) * BYTES_A_LETTER,
});

/** Markup that many pages share, such as a product's card, rendered once for everything that it depends on (`by`). */
export async function cachedFragment(by: readonly unknown[], render: () => Promise<string>): Promise<string> {
  const key = JSON.stringify(by);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const markup = await render();
  kept.set(key, markup);
  return markup;
}
