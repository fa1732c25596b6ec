import { type Bitset, emptyBitset, setBit } from '#lib/facets/bitset.ts';
import type { ListingColumns } from '#lib/facets/listing-columns.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

/** What more than one in so many products have is kept as bits: as a list it would take as long to count. */
const BITS_FROM = 64;

export interface Posting {
  bits?: Bitset;
  list: Uint32Array;
  /** Of products, whether they live or not. */
  size: number;
}

export interface ValuePostings {
  largestId: number;
  byId: Map<number, Posting>;
}

const LEAST_LARGEST_ID = 2;
const AT_A_STEP = 256;
const IDS_AT_A_STEP = 16_384;

/** Counts first, then writes, so that only the lists themselves take memory. */
export function* layOutValues({ size, ...columns }: ListingColumns): Steps<ValuePostings> {
  const { ownStarts, ownIds, variantStarts, variantIds } = columns;
  let largestId = LEAST_LARGEST_ID;
  for (const part of partsOf([ownIds, variantIds])) {
    for (const id of part) if (id > largestId) largestId = id;
    yield;
  }
  const counts = new Uint32Array(largestId + 1);
  for (const part of partsOf([ownIds, variantIds])) {
    for (const id of part) counts[id]!++;
    yield;
  }
  const postings = emptyPostings(counts, size);
  const byId = Array.from(counts, (_, id) => postings.get(id));
  const written = new Uint32Array(largestId + 1);
  for (const [starts, ids] of [
    [ownStarts, ownIds],
    [variantStarts, variantIds],
  ] as const) {
    for (let position = 0; position < size; position++) {
      for (let at = starts[position]!; at < starts[position + 1]!; at++) {
        const { bits, list } = byId[ids[at]!]!;
        if (bits) setBit(bits, position);
        else list[written[ids[at]!]!++] = position;
      }
      if (position % AT_A_STEP === 0) yield;
    }
  }
  return { largestId, byId: postings };
}

function* partsOf(columns: readonly Uint32Array[]): Generator<Uint32Array> {
  for (const ids of columns)
    for (let at = 0; at < ids.length; at += IDS_AT_A_STEP) yield ids.subarray(at, at + IDS_AT_A_STEP);
}

function emptyPostings(counts: Uint32Array, size: number): Map<number, Posting> {
  const postings = new Map<number, Posting>();
  for (const [id, count] of counts.entries()) {
    if (count === 0) continue;
    const isCommon = count * BITS_FROM > size;
    const room = isCommon ? { bits: emptyBitset(size), list: NO_LIST } : { list: new Uint32Array(count) };
    postings.set(id, { ...room, size: count });
  }
  return postings;
}

const NO_LIST = new Uint32Array(0);
