import { matchOf } from '#lib/catalog/listing-index/counts/listing-match.ts';
import { Matches } from '#lib/catalog/listing-index/counts/matches.ts';
import { ownTally, variantTally } from '#lib/catalog/listing-index/counts/tally.ts';
import { TallyCounts } from '#lib/catalog/listing-index/counts/tally-counts.ts';
import { clearBit, type PositionRun } from '#lib/catalog/listing-index/facets/bitset.ts';
import type { KindOf, ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { type FacetName, PRODUCT_FACETS, VARIANT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import type { MatchedSegment } from '#lib/catalog/listing-index/matched-segment.ts';
import type { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { blocksOf } from '#lib/catalog/listing-index/segment/price-blocks.ts';

type Prices = Pick<ListFilter, 'minPaise' | 'maxPaise'>;

type ListOf = (filter: ListFilter) => SegmentList;

/** A list of one segment at any prices: what is counted of a block once stays right, as a segment only loses. */
export class SegmentList {
  readonly #segment: ListingSegment;
  readonly #filter: ListFilter;
  readonly #kindOf: KindOf;
  readonly #listOf: ListOf;
  readonly #width: number;
  #matches: Matches | undefined;
  /** By a facet that is asked for alone; of all that are not chosen; of those of variants. */
  readonly #counts = new Map<FacetName | 'own' | 'variant', TallyCounts>();
  readonly #orders: MatchedSegment['orders'] = new Map();
  #losses: number;

  constructor(segment: ListingSegment, filter: ListFilter, kindOf: KindOf, listOf?: ListOf) {
    this.#segment = segment;
    this.#losses = segment.losses.length;
    this.#filter = filter;
    this.#kindOf = kindOf;
    this.#listOf = listOf ?? ((other) => new SegmentList(segment, other, kindOf));
    this.#width = segment.largestValueId + 1;
  }

  get bytes(): number {
    return this.#segment.alive.byteLength + blocksOf(this.#segment.size) * this.#width * 2;
  }

  get lost(): number {
    return this.#segment.losses.length - this.#losses;
  }

  /** At any price; not to be changed. */
  get matches(): Matches {
    this.#matches ??= new Matches(
      matchOf(this.#segment, this.#filter, (...facets) => this.#without(...facets).matches.bits),
      this.#segment.size,
    );
    return this.#matches;
  }

  takeOutLost(): void {
    const { losses } = this.#segment;
    for (; this.#losses < losses.length; this.#losses++) this.#takeOut(losses[this.#losses]!);
  }

  total({ minPaise, maxPaise }: Prices): number {
    return this.matches.countIn(this.#segment.pricedWithin(minPaise, maxPaise));
  }

  matched({ minPaise, maxPaise }: Prices): MatchedSegment {
    const segment = this.#segment;
    const run = segment.pricedWithin(minPaise, maxPaise);
    return { segment, match: this.matches.bits, run, count: this.matches.countIn(run), orders: this.#orders };
  }

  counts({ minPaise, maxPaise }: Prices): Uint32Array {
    const run = this.#segment.pricedWithin(minPaise, maxPaise);
    const counts = new Uint32Array(this.#width);
    this.#countsOf('own').add(run, counts);
    this.#countsOf('variant').add(run, counts);
    for (const facet of PRODUCT_FACETS) if (this.#filter[facet]) this.#without(facet).addCountsOf(facet, run, counts);
    return counts;
  }

  addCountsOf(facet: (typeof PRODUCT_FACETS)[number], run: PositionRun, counts: Uint32Array): void {
    const ids = this.#segment.idsOf(facet, this.#kindOf);
    if (ids.length === 0) return;
    const all = this.#counts.get('own');
    if (all) all.add(run, counts, ids);
    else this.#countsOf(facet).add(run, counts);
  }

  #countsOf(what: (typeof PRODUCT_FACETS)[number] | 'own' | 'variant'): TallyCounts {
    const made = this.#counts.get(what) ?? new TallyCounts(this.#tally(what), this.#segment.size, this.#width);
    this.#counts.set(what, made);
    return made;
  }

  #tally(what: (typeof PRODUCT_FACETS)[number] | 'own' | 'variant') {
    const [segment, filter, kindOf] = [this.#segment, this.#filter, this.#kindOf];
    if (what === 'variant') {
      const isChosen = VARIANT_FACETS.some((facet) => filter[facet]);
      // A copy, as each list takes out of its bits what was lost.
      const copyOf = ({ bits }: Matches) => new Matches(bits.slice(), segment.size);
      const matches = isChosen ? copyOf(this.#without(...VARIANT_FACETS).matches) : this.matches;
      return variantTally(segment, filter, matches, kindOf);
    }
    const facets = what === 'own' ? PRODUCT_FACETS.filter((facet) => !filter[facet]) : [what];
    return ownTally(segment, facets, this.matches, kindOf);
  }

  #without(...facets: FacetName[]): SegmentList {
    return this.#listOf({ ...this.#filter, ...Object.fromEntries(facets.map((facet) => [facet, undefined])) });
  }

  #takeOut(position: number): void {
    for (const counts of this.#counts.values()) counts.takeOut(position);
    for (const counts of this.#counts.values()) counts.clear(position);
    if (this.#matches) clearBit(this.#matches.bits, position);
    this.#orders.clear();
  }
}
