import { type Bitset, clearBit, countBits, hasBit, keepRun } from '#lib/facets/bitset.ts';
import type { ListFilter } from '#lib/facets/facet-values.ts';
import { matchOf } from '#lib/facets/listing-match.ts';
import type { MatchedSegment } from '#lib/facets/listing-page.ts';
import type { ListingSegment } from '#lib/facets/listing-segment.ts';
import { BLOCK, BLOCK_BITS, BlockPart, blocksOf } from '#lib/facets/price-blocks.ts';
import { type KindOf, type Tally, talliesOf } from '#lib/facets/tally.ts';

type Prices = Pick<ListFilter, 'minPaise' | 'maxPaise'>;

const part = new BlockPart();

/** A list of one segment at any prices: what is counted of a block once stays right, as a segment only loses. */
export class SegmentList {
  readonly #segment: ListingSegment;
  readonly #filter: ListFilter;
  readonly #kindOf: KindOf;
  #match: Bitset | undefined;
  #tallies: Tally[] | undefined;
  readonly #width: number;
  readonly #byBlock: Uint16Array;
  readonly #isCounted: Uint8Array;
  #losses: number;

  constructor(segment: ListingSegment, filter: ListFilter, kindOf: KindOf) {
    this.#segment = segment;
    this.#losses = segment.losses.length;
    this.#filter = filter;
    this.#kindOf = kindOf;
    this.#width = segment.largestValueId + 1;
    this.#isCounted = new Uint8Array(blocksOf(segment.size));
    this.#byBlock = new Uint16Array(this.#isCounted.length * this.#width);
  }

  /** About: the bits of the list, of one without a choice, and the counts. */
  get bytes(): number {
    return this.#segment.alive.byteLength * 2 + this.#byBlock.byteLength;
  }

  get lost(): number {
    return this.#segment.losses.length - this.#losses;
  }

  takeOutLost(): void {
    const { losses } = this.#segment;
    for (; this.#losses < losses.length; this.#losses++) this.#takeOut(losses[this.#losses]!);
  }

  total(prices: Prices): number {
    return this.matched(prices).count;
  }

  matched({ minPaise, maxPaise }: Prices): MatchedSegment {
    const segment = this.#segment;
    const { from, to } = segment.pricedWithin(minPaise, maxPaise);
    this.#match ??= matchOf(segment, this.#filter).match;
    const match = this.#match.slice();
    keepRun(match, from, to);
    return { segment, match, count: countBits(match) };
  }

  counts({ minPaise, maxPaise }: Prices): Uint32Array {
    const { from, to } = this.#segment.pricedWithin(minPaise, maxPaise);
    const counts = new Uint32Array(this.#width);
    const [first, end] = [
      (from + BLOCK - 1) >>> BLOCK_BITS,
      to === this.#segment.size ? blocksOf(to) : to >>> BLOCK_BITS,
    ];
    if (first > end) {
      this.#addPart(from, to, counts);
      return counts;
    }
    this.#addPart(from, first * BLOCK, counts);
    for (let block = first; block < end; block++) this.#addBlock(block, counts);
    this.#addPart(end * BLOCK, to, counts);
    return counts;
  }

  get #all(): Tally[] {
    if (this.#tallies) return this.#tallies;
    const found = matchOf(this.#segment, this.#filter);
    this.#match = found.match;
    this.#tallies = talliesOf(this.#segment, this.#filter, found, this.#kindOf);
    return this.#tallies;
  }

  #addBlock(block: number, counts: Uint32Array): void {
    if (this.#isCounted[block] === 0) this.#countBlock(block);
    const [byBlock, begin] = [this.#byBlock, block * this.#width];
    for (let id = 0; id < counts.length; id++) counts[id]! += byBlock[begin + id]!;
  }

  #addPart(from: number, to: number, counts: Uint32Array): void {
    if (from >= to) return;
    for (const { bits, ids, values } of this.#all) {
      part.take(bits, from, to);
      if (part.count === 0) continue;
      const found = new Uint32Array(this.#width);
      values.add(part, found);
      for (const id of ids) counts[id]! += found[id]!;
    }
  }

  #countBlock(block: number): void {
    const [from, to] = [block * BLOCK, Math.min((block + 1) * BLOCK, this.#segment.size)];
    const begin = block * this.#width;
    const found = new Uint32Array(this.#width);
    for (const { bits, ids, values } of this.#all) {
      part.take(bits, from, to);
      const all = part.count * 2 > to - from ? values.all : undefined;
      if (all) part.take(bits, from, to, true);
      found.fill(0);
      if (part.count > 0) values.add(part, found);
      for (const id of ids) this.#byBlock[begin + id] = all ? all[begin + id]! - found[id]! : found[id]!;
    }
    this.#isCounted[block] = 1;
  }

  #takeOut(position: number): void {
    const block = position >>> BLOCK_BITS;
    const holding = this.#tallies?.filter(({ bits }) => hasBit(bits, position)) ?? [];
    if (this.#isCounted[block] === 1) {
      for (const { bits, ids, values } of holding) {
        const found = new Uint32Array(this.#width);
        values.addEach(part.take(bits, position, position + 1), found);
        for (const id of ids) this.#byBlock[block * this.#width + id]! -= found[id]!;
      }
    }
    for (const { bits } of holding) clearBit(bits, position);
    if (this.#match) clearBit(this.#match, position);
  }
}
