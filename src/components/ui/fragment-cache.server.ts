import { hash } from 'node:crypto';
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

/** What is the same object on every page, such as the menu, is made a key of once. */
const keys = new WeakMap<object, string>();
const LONGEST_KEY = 200;

/** Markup that many pages share, such as a product's card, rendered once for everything that it depends on (`by`). */
export function cachedFragment(by: readonly unknown[], render: () => Promise<string>): string | Promise<string> {
  const key = by.map(keyOf).join();
  return (
    kept.get(key) ??
    render().then((markup) => {
      kept.set(key, markup);
      return markup;
    })
  );
}

function keyOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const known = keys.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  const key = text.length > LONGEST_KEY ? hash('sha256', text, 'base64') : text;
  keys.set(value, key);
  return key;
}
