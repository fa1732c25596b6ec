import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** The maximum size of the cache, which is enough for a few thousand product cards. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The key includes everything that the markup shows, so entries never become stale: changed products have new keys. */
const cache = new LRUCache<string, Uint8Array>({
  maxSize: MAX_BYTES,
  sizeCalculation: (markup, key) => key.length + markup.length,
});
const encoder = new TextEncoder();

/** The keys of objects that many pages share, such as the menu, so that each key is computed once. */
const cachedKeys = new WeakMap<object, string>();
const MAX_KEY_LENGTH = 200;

/**
 * Returns markup that many pages share, such as a product card, and renders it only if it is not cached for `keyParts`.
 * The markup is stored as bytes, because V8 would store text with a rupee sign as two bytes per character, and each
 * page would encode it again.
 */
export function cachedFragment(
  keyParts: readonly unknown[],
  render: () => Promise<string>,
): Uint8Array | Promise<Uint8Array> {
  const key = keyParts.map(keyOf).join();
  return (
    cache.get(key) ??
    render().then((markup) => {
      const bytes = encoder.encode(markup);
      cache.set(key, bytes);
      return bytes;
    })
  );
}

function keyOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const cachedKey = cachedKeys.get(value);
  if (cachedKey !== undefined) return cachedKey;
  const text = JSON.stringify(value);
  const key = text.length > MAX_KEY_LENGTH ? hash('sha256', text, 'base64') : text;
  cachedKeys.set(value, key);
  return key;
}
