import { type Bitset, emptyBitset, setBit } from '#lib/facets/bitset.ts';
import type { ListingColumns } from '#lib/facets/listing-columns.ts';

/** What more than one in so many products have is kept as bits: as a list it would take as long to count. */
const BITS_FROM = 64;

export interface Posting {
  bits?: Bitset;
  list: Uint32Array;
  /** Of products, whether they live or not. */
  size: number;
}

/** Counts first, then writes, so that only the lists themselves take memory. */
export function postingsOf(columns: ListingColumns, largestValueId: number): Map<number, Posting> {
  const { size, ownStarts, ownIds, variantStarts, variantIds } = columns;
  const both = [
    [ownStarts, ownIds],
    [variantStarts, variantIds],
  ] as const;
  const counts = new Uint32Array(largestValueId + 1);
  for (const [, ids] of both) for (const id of ids) counts[id]!++;
  const postings = emptyPostings(counts, size);
  const byId = Array.from(counts, (_, id) => postings.get(id));
  const written = new Uint32Array(largestValueId + 1);
  for (const [starts, ids] of both) {
    for (let position = 0; position < size; position++) {
      for (let at = starts[position]!; at < starts[position + 1]!; at++) {
        const { bits, list } = byId[ids[at]!]!;
        if (bits) setBit(bits, position);
        else list[written[ids[at]!]!++] = position;
      }
    }
  }
  return postings;
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
