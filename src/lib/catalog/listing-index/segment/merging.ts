import { type Bitset, forEachBit, subtract } from '#lib/catalog/listing-index/positions/bitset.ts';

interface Segment {
  readonly aliveBits: Bitset;
  readonly columns: { readonly ids: ArrayLike<number> };
  remove(id: number): void;
}

export type Pair<S> = [older: S, newer: S];

/**
 * `applyRemovals` removes the products that were removed from the sources during the merge. Replace the sources
 * immediately after the call, without awaiting anything.
 */
export interface MergeResult<S> {
  merged: S;
  applyRemovals(): void;
}

/**
 * Must be called before merging starts. The returned function removes from `merged` the products that have been removed
 * from the sources since the call.
 */
export function trackRemovals(sources: readonly Segment[]): (merged: Pick<Segment, 'remove'>) => void {
  const initialStates = sources.map((segment) => ({ segment, aliveBits: segment.aliveBits.slice() }));
  return (merged) => {
    for (const { segment, aliveBits } of initialStates) {
      subtract(aliveBits, segment.aliveBits);
      forEachBit(aliveBits, (position) => merged.remove(segment.columns.ids[position]!));
    }
  };
}

interface MergeSteps<S, Sources> {
  next(): Sources | undefined;
  merge(sources: Sources): Promise<MergeResult<S>>;
  replace(sources: Sources, merged: S): void;
}

/** Merges segments until `next` returns undefined. During a run, further calls do nothing. */
export class SegmentMerger<S, Sources = Pair<S>> {
  #isRunning = false;

  async run({ next, merge, replace }: MergeSteps<S, Sources>): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let sources = next(); sources; sources = next()) {
        const { merged, applyRemovals } = await merge(sources);
        applyRemovals();
        replace(sources, merged);
      }
    } finally {
      this.#isRunning = false;
    }
  }
}
