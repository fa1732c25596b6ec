/** About 4 MB of markup at most. */
const MOST_KEPT = 2_000;

/** Keyed by all that the markup shows, so nothing in it can grow old: other goods simply have another key. */
const kept = new Map<string, string>();

/**
 * Markup that many pages share, such as a product's card, rendered once for everything that it depends on (`by`). What was
 * longest unused goes first.
 */
export async function keptMarkup(by: readonly unknown[], render: () => Promise<string>): Promise<string> {
  const key = JSON.stringify(by);
  const markup = kept.get(key) ?? (await render());
  kept.delete(key);
  kept.set(key, markup);
  for (const [oldest] of kept) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return markup;
}
