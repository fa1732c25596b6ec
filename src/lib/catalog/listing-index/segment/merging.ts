import { type Bitset, forEachBit, subtract } from '#lib/catalog/listing-index/positions/bitset.ts';

interface Segment {
  readonly alive: Bitset;
  readonly columns: { readonly ids: ArrayLike<number> };
  remove(id: number): void;
}

export type Pair<S> = [older: S, newer: S];

/**
 * `applyRemovals` removes the products that were removed from the sources during the merge. Replace the sources right
 * after it, without awaiting anything.
 */
export interface Merged<S> {
  merged: S;
  applyRemovals(): void;
}

/**
 * Call it before merging starts. The returned function removes the products that have been removed from the sources
 * since then from `merged`.
 */
export function trackRemovals(sources: readonly Segment[]): (merged: Pick<Segment, 'remove'>) => void {
  const before = sources.map((segment) => ({ segment, alive: segment.alive.slice() }));
  return (merged) => {
    for (const { segment, alive } of before) {
      subtract(alive, segment.alive);
      forEachBit(alive, (position) => merged.remove(segment.columns.ids[position]!));
    }
  };
}

interface MergeSteps<S, Sources> {
  next(): Sources | undefined;
  merge(sources: Sources): Promise<Merged<S>>;
  replace(sources: Sources, merged: S): void;
}

/** Merges segments until `next` returns none; only one run at a time. The sources stay in use until they are merged. */
export class Merging<S, Sources = Pair<S>> {
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
