import { LRUCache } from 'lru-cache';
import { clearBit, countBits, forEachBit } from '#lib/facets/bitset.ts';
import type { ListFilter } from '#lib/facets/facet-values.ts';
import { ColumnsBuilder } from '#lib/facets/listing-columns.ts';
import { matchOf } from '#lib/facets/listing-match.ts';
import type { MatchedSegment } from '#lib/facets/listing-page.ts';
import { ListingSegment } from '#lib/facets/listing-segment.ts';
import { type Counter, type KindOf, matchAndCount } from '#lib/facets/listing-totals.ts';

/** 125 kB each in a segment of a million products. */
const ANSWERS_KEPT = 200;
/** Of small segments nothing is kept: they are asked as quickly as looked up. */
const KEPT_FROM = 2_000;

export interface SegmentAnswer extends MatchedSegment {
  counts: Counter;
}

interface Kept<T> {
  value: T;
  losses: number;
}

/** A segment only loses: an answer is made new by asking the same of the few lost since, and taking that off. */
export class KeptAnswers {
  readonly #segment: ListingSegment;
  readonly #answers = new LRUCache<string, Kept<SegmentAnswer>>({ max: ANSWERS_KEPT });
  readonly #totals = new LRUCache<string, Kept<{ count: number }>>({ max: ANSWERS_KEPT });
  #lost: { from: number; to: number; segment: ListingSegment } | undefined;

  constructor(segment: ListingSegment) {
    this.#segment = segment;
  }

  answer(key: string, filter: ListFilter, kindOf: KindOf): SegmentAnswer {
    const segment = this.#segment;
    return this.#upToDate(this.#answers, key, filter, {
      make(): SegmentAnswer {
        const counts: Counter = new Map();
        const match = matchAndCount(segment, filter, kindOf, counts);
        return { segment, match, count: countBits(match), counts };
      },
      takeOff(answer, lost) {
        const counts: Counter = new Map();
        const match = matchAndCount(lost, filter, kindOf, counts);
        for (const [id, n] of counts) answer.counts.set(id, answer.counts.get(id)! - n);
        forEachBit(match, (at) => clearBit(answer.match, segment.positionOf(lost.columns.ids[at]!)!));
        answer.count -= countBits(match);
        answer.blocks?.clear();
      },
    });
  }

  total(key: string, filter: ListFilter): number {
    return this.#upToDate(this.#totals, key, filter, {
      make: () => ({ count: countBits(matchOf(this.#segment, filter)) }),
      takeOff(total, lost) {
        total.count -= countBits(matchOf(lost, filter));
      },
    }).count;
  }

  #upToDate<T extends object>(
    cache: LRUCache<string, Kept<T>>,
    key: string,
    { found }: ListFilter,
    { make, takeOff }: { make(): T; takeOff(value: T, lost: ListingSegment): void },
  ): T {
    const losses = this.#segment.losses.length;
    const kept = cache.get(key);
    if (kept && kept.losses < losses) takeOff(kept.value, this.#lostSince(kept.losses));
    const value = kept?.value ?? make();
    // What a search found is another after each change.
    if (this.#segment.size >= KEPT_FROM && !found) cache.set(key, { value, losses });
    return value;
  }

  #lostSince(from: number): ListingSegment {
    const { losses } = this.#segment;
    const to = losses.length;
    if (this.#lost?.from === from && this.#lost.to === to) return this.#lost.segment;
    const builder = new ColumnsBuilder();
    for (const position of losses.slice(from).sort((a, b) => a - b)) builder.add(this.#segment.row(position));
    const segment = new ListingSegment(builder.columns());
    this.#lost = { from, to, segment };
    return segment;
  }
}
