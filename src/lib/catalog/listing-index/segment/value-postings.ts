import { BitSets } from '#lib/catalog/listing-index/large/bit-sets.ts';
import { BLOCK_BITS, blocksOf } from '#lib/catalog/listing-index/large/price-blocks.ts';
import { RareValues } from '#lib/catalog/listing-index/large/rare-values.ts';
import { type Bitset, setBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListingColumns } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

/** A value of more than one in this many products is stored as bits: as a list it would be slower to count. */
const SPARSE_RATIO = 64;

export interface Posting {
  bits?: Bitset;
  list: Uint32Array;
}

export interface ValuePostings {
  largestId: number;
  byId: Map<number, Posting>;
  sets: BitSets;
  rare: { own: RareValues | undefined; variant: RareValues | undefined };
  byBlock: Uint16Array;
}

const MIN_LARGEST_ID = 2;
const STEP_SIZE = 256;
const IDS_PER_STEP = 16_384;

/** Counts first, then fills, so that each list is allocated at its final size. */
export function* buildPostings({ size, ...columns }: ListingColumns): Steps<ValuePostings> {
  const { ownStarts, ownIds, variantStarts, variantIds } = columns;
  let largestId = MIN_LARGEST_ID;
  for (const part of partsOf([ownIds, variantIds])) {
    for (const id of part) if (id > largestId) largestId = id;
    yield;
  }
  const counts = new Uint32Array(largestId + 1);
  for (const part of partsOf([ownIds, variantIds])) {
    for (const id of part) counts[id]!++;
    yield;
  }
  const sets = new BitSets(size, counts.filter((count) => isCommon(count, size)).length);
  const postings = emptyPostings(counts, size, sets);
  const byId = Array.from(counts, (_, id) => postings.get(id));
  const written = new Uint32Array(largestId + 1);
  const byBlock = new Uint16Array(blocksOf(size) * (largestId + 1));
  for (const [starts, ids] of [
    [ownStarts, ownIds],
    [variantStarts, variantIds],
  ] as const) {
    for (let position = 0; position < size; position++) {
      for (let at = starts[position]!; at < starts[position + 1]!; at++) {
        const id = ids[at]!;
        const { bits, list } = byId[id]!;
        if (bits) setBit(bits, position);
        else list[written[id]!++] = position;
        byBlock[(position >>> BLOCK_BITS) * (largestId + 1) + id]!++;
      }
      if (position % STEP_SIZE === 0) yield;
    }
  }
  const isRare = (id: number) => byId[id]!.bits === undefined;
  const rare = {
    own: yield* RareValues.of(ownStarts, ownIds, isRare, largestId),
    variant: yield* RareValues.of(variantStarts, variantIds, isRare, largestId),
  };
  return { largestId, byId: postings, sets, rare, byBlock };
}

function* partsOf(columns: readonly Uint32Array[]): Generator<Uint32Array> {
  for (const ids of columns)
    for (let at = 0; at < ids.length; at += IDS_PER_STEP) yield ids.subarray(at, at + IDS_PER_STEP);
}

function isCommon(count: number, size: number): boolean {
  return count * SPARSE_RATIO > size;
}

function emptyPostings(counts: Uint32Array, size: number, sets: BitSets): Map<number, Posting> {
  const postings = new Map<number, Posting>();
  for (const [id, count] of counts.entries()) {
    if (count === 0) continue;
    const posting = isCommon(count, size) ? { bits: sets.add(), list: NO_LIST } : { list: new Uint32Array(count) };
    postings.set(id, posting);
  }
  return postings;
}

const NO_LIST = new Uint32Array(0);
