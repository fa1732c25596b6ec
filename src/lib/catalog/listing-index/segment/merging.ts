import { type Bitset, forEachBit, subtract } from '#lib/catalog/listing-index/positions/bitset.ts';

interface Segment {
  readonly aliveBits: Bitset;
  readonly columns: { readonly ids: ArrayLike<number> };
  remove(id: number): void;
}

export type Pair<S> = [older: S, newer: S];

/**
 * Must be called before merging starts. The returned function removes from `mergedSegment` the products that have been
 * removed from the sources since the call.
 */
function trackRemovals(sources: readonly Segment[]): (mergedSegment: Pick<Segment, 'remove'>) => void {
  const initialStates = sources.map((segment) => ({ segment, aliveBits: segment.aliveBits.slice() }));
  return (mergedSegment) => {
    for (const { segment, aliveBits } of initialStates) {
      subtract(aliveBits, segment.aliveBits);
      forEachBit(aliveBits, (position) => mergedSegment.remove(segment.columns.ids[position]!));
    }
  };
}

interface MergeActions<S, Sources> {
  next(): Sources | undefined;
  merge(sources: Sources): Promise<S>;
  replace(sources: Sources, mergedSegment: S): void;
}

/** Merges segments until `next` returns undefined. During a run, further calls do nothing. */
export class SegmentMerger<S extends Segment, Sources extends readonly S[] = Pair<S>> {
  #isRunning = false;

  async run({ next, merge, replace }: MergeActions<S, Sources>): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let sources = next(); sources; sources = next()) {
        const removeFrom = trackRemovals(sources);
        const mergedSegment = await merge(sources);
        removeFrom(mergedSegment);
        replace(sources, mergedSegment);
      }
    } finally {
      this.#isRunning = false;
    }
  }
}
