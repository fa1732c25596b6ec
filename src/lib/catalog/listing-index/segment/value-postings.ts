import { LargeSegment } from '#lib/catalog/listing-index/large/large-segment.ts';
import { type Bitset, setBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListColumn } from '#lib/catalog/listing-index/positions/list-column.ts';
import type { ListingColumns } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

/** A value that more than one in this many products have is stored as bits: a list would be slower to count. */
const SPARSE_RATIO = 64;

/** The products that have a value: as bits if they are many, otherwise as a list. */
export interface Posting {
  bits: Bitset | undefined;
  list: Uint32Array;
}

export interface ValuePostings {
  largestId: number;
  byId: Map<number, Posting>;
  large: LargeSegment;
}

const MIN_LARGEST_ID = 2;
const STEP_SIZE = 256;
const IDS_PER_STEP = 16_384;

/** Counts the products of each value first, so that each list is allocated at its final size. */
export function* buildPostings(columns: ListingColumns): Steps<ValuePostings> {
  const listed = [columns.own, columns.variants];
  const counts = yield* countProducts(listed);
  const largestId = counts.length - 1;
  const ids = [...counts.keys()].filter((id) => counts[id]! > 0);
  const commonValueIds = ids.filter((id) => counts[id]! * SPARSE_RATIO > columns.size);
  const large = yield* LargeSegment.build(columns, commonValueIds, largestId);
  const byId = new Map(ids.map((id) => [id, emptyPosting(large.bitsOf(id), counts[id]!)]));
  yield* fillPostings(byId, listed, largestId);
  return { largestId, byId, large };
}

function* countProducts(columns: readonly ListColumn[]): Steps<Uint32Array> {
  let largestId = MIN_LARGEST_ID;
  for (const part of partsOf(columns)) {
    for (const id of part) if (id > largestId) largestId = id;
    yield;
  }
  const counts = new Uint32Array(largestId + 1);
  for (const part of partsOf(columns)) {
    for (const id of part) counts[id]!++;
    yield;
  }
  return counts;
}

function* partsOf(columns: readonly ListColumn[]): Generator<Uint32Array> {
  for (const { values } of columns)
    for (let at = 0; at < values.length; at += IDS_PER_STEP) yield values.subarray(at, at + IDS_PER_STEP);
}

function emptyPosting(bits: Bitset | undefined, count: number): Posting {
  return { bits, list: bits ? NO_LIST : new Uint32Array(count) };
}

function* fillPostings(
  postings: ReadonlyMap<number, Posting>,
  columns: readonly ListColumn[],
  largestId: number,
): Steps<void> {
  const byId = Array.from({ length: largestId + 1 }, (_, id) => postings.get(id));
  const written = new Uint32Array(largestId + 1);
  for (const { starts, values } of columns) {
    for (let position = 0; position < starts.length - 1; position++) {
      for (let at = starts[position]!; at < starts[position + 1]!; at++) {
        const id = values[at]!;
        const { bits, list } = byId[id]!;
        if (bits) setBit(bits, position);
        else list[written[id]!++] = position;
      }
      if (position % STEP_SIZE === 0) yield;
    }
  }
}

const NO_LIST = new Uint32Array(0);
