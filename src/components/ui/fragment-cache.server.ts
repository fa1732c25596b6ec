/** Some thousand cards, or some hundred groups of filters, which are longer by far. */
const MOST_BYTES = 8 * 1024 * 1024;
/** V8 keeps texts with a rupee sign as two bytes a letter. */
const BYTES_A_LETTER = 2;

/** Keyed by all that the markup shows, so nothing in it can grow old: other goods simply have another key. */
const kept = new Map<string, string>();
let bytes = 0;

/**
 * Markup that many pages share, such as a product's card, rendered once for everything that it depends on (`by`). What was
 * longest unused goes first.
 */
export async function cachedFragment(by: readonly unknown[], render: () => Promise<string>): Promise<string> {
  const key = JSON.stringify(by);
  const markup = kept.get(key) ?? (await render());
  drop(key);
  kept.set(key, markup);
  bytes += bytesOf(key, markup);
  for (const [oldest] of kept) {
    if (bytes <= MOST_BYTES) break;
    drop(oldest);
  }
  return markup;
}

function drop(key: string): void {
  const markup = kept.get(key);
  if (markup === undefined) return;
  kept.delete(key);
  bytes -= bytesOf(key, markup);
}

function bytesOf(key: string, markup: string): number {
  return (key.length + markup.length) * BYTES_A_LETTER;
}
