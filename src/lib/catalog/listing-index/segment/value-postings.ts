import { LargeSegment } from '#lib/catalog/listing-index/large/large-segment.ts';
import { type Bitset, setBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListColumn } from '#lib/catalog/listing-index/positions/product-values.ts';
import type { ListingColumns } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

/** A value of more than one in this many products is stored as a bitset, because a list would be slower to count. */
const SPARSE_RATIO = 64;

/** The products that have a value: as a bitset if there are many, or as a list if there are few. */
export interface PostingList {
  bits: Bitset | undefined;
  list: Uint32Array;
}

export interface ValuePostings {
  largestId: number;
  postingLists: Map<number, PostingList>;
  largeSegment: LargeSegment;
}

/** The id of the availability value "pre-order", the largest id of the values that each shop has. */
const MIN_LARGEST_ID = 2;
const STEP_SIZE = 256;
const IDS_PER_STEP = 16_384;

/** Builds the posting lists. Counts the products of each value first, to allocate each list at its final size. */
export function* buildPostings(columns: ListingColumns): Steps<ValuePostings> {
  const valueColumns = [columns.productValues, columns.variantValues];
  const counts = yield* countProducts(valueColumns);
  const largestId = counts.length - 1;
  const ids = [...counts.keys()].filter((id) => counts[id]! > 0);
  const commonValueIds = ids.filter((id) => counts[id]! * SPARSE_RATIO > columns.size);
  const largeSegment = yield* LargeSegment.build(columns, commonValueIds, largestId);
  const postingLists = new Map(ids.map((id) => [id, emptyPostingList(largeSegment.bitsOf(id), counts[id]!)]));
  yield* fillPostings(postingLists, valueColumns, largestId);
  return { largestId, postingLists, largeSegment };
}

function* countProducts(columns: readonly ListColumn[]): Steps<Uint32Array> {
  let largestId = MIN_LARGEST_ID;
  for (const chunk of chunksOf(columns)) {
    for (const id of chunk) if (id > largestId) largestId = id;
    yield;
  }
  const counts = new Uint32Array(largestId + 1);
  for (const chunk of chunksOf(columns)) {
    for (const id of chunk) counts[id]!++;
    yield;
  }
  return counts;
}

function* chunksOf(columns: readonly ListColumn[]): Generator<Uint32Array> {
  for (const { values } of columns)
    for (let index = 0; index < values.length; index += IDS_PER_STEP)
      yield values.subarray(index, index + IDS_PER_STEP);
}

function emptyPostingList(bits: Bitset | undefined, count: number): PostingList {
  return { bits, list: new Uint32Array(bits ? 0 : count) };
}

function* fillPostings(
  postingLists: ReadonlyMap<number, PostingList>,
  columns: readonly ListColumn[],
  largestId: number,
): Steps<void> {
  const postingListById = Array.from({ length: largestId + 1 }, (_, id) => postingLists.get(id));
  const writtenCounts = new Uint32Array(largestId + 1);
  for (const { starts, values } of columns) {
    for (let position = 0; position < starts.length - 1; position++) {
      for (let index = starts[position]!; index < starts[position + 1]!; index++) {
        const id = values[index]!;
        const { bits, list } = postingListById[id]!;
        if (bits) setBit(bits, position);
        else list[writtenCounts[id]!++] = position;
      }
      if (position % STEP_SIZE === 0) yield;
    }
  }
}
