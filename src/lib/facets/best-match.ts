import { hasBit } from '#lib/facets/bitset.ts';
import type { FoundProducts } from '#lib/facets/facet-values.ts';
import { forEachFound } from '#lib/facets/listing-match.ts';
import type { MatchedSegment } from '#lib/facets/listing-page.ts';

/** Above what any product sells, in pieces or centimetres; with a score below 2^20 it makes a key of 53 bits. */
const SOLD_LIMIT = 2 ** 33;
/** Of a page further behind than this, all are put in order. */
const FIRST_PRODUCTS = 1_000;

interface Ranked {
  id: number;
  key: number;
}

/** A page of what a search found: by score, then what sells, then the newest. */
export function bestOf(parts: MatchedSegment[], found: FoundProducts, offset: number, limit: number): number[] {
  const most = offset + limit;
  const best = new FirstOf(most <= FIRST_PRODUCTS ? most : found.ids.length);
  for (const { segment, match } of parts) {
    const { ids, sold } = segment.columns;
    forEachFound(segment, found, (position, score) => {
      if (hasBit(match, position))
        best.offer(ids[position]!, score * SOLD_LIMIT + Math.min(sold[position]!, SOLD_LIMIT - 1));
    });
  }
  return best.inOrder().slice(offset, most);
}

/** Keeps the first `most` of many by key, then by id. */
class FirstOf {
  readonly #most: number;
  #kept: Ranked[] = [];
  #leastKey = -1;

  constructor(most: number) {
    this.#most = most;
  }

  offer(id: number, key: number): void {
    if (key < this.#leastKey) return;
    this.#kept.push({ id, key });
    if (this.#kept.length >= this.#most * 2 + 100) this.#drop();
  }

  inOrder(): number[] {
    this.#drop();
    return this.#kept.map(({ id }) => id);
  }

  #drop(): void {
    this.#kept.sort((a, b) => b.key - a.key || b.id - a.id);
    this.#kept = this.#kept.slice(0, this.#most);
    if (this.#kept.length === this.#most) this.#leastKey = this.#kept.at(-1)?.key ?? -1;
  }
}
