import { type Bitset, forEachBit, takeOut } from '#lib/catalog/listing-index/facets/bitset.ts';

interface Segment {
  readonly alive: Bitset;
  readonly columns: { readonly ids: ArrayLike<number> };
  kill(id: number): void;
}

export type Pair<S> = [older: S, newer: S];

/** `settle` takes out what the older ones lost meanwhile; nothing may be awaited after it. */
export interface Merged<S> {
  merged: S;
  settle(): void;
}

/** Call it before merging begins; the result takes out of `merged` what the sources lost since. */
export function watchLosses(sources: readonly Segment[]): (merged: Pick<Segment, 'kill'>) => void {
  const before = sources.map((segment) => ({ segment, alive: segment.alive.slice() }));
  return (merged) => {
    for (const { segment, alive } of before) {
      takeOut(alive, segment.alive);
      forEachBit(alive, (position) => merged.kill(segment.columns.ids[position]!));
    }
  };
}

interface MergeSteps<S, Sources> {
  next(): Sources | undefined;
  merge(sources: Sources): Promise<Merged<S>>;
  replace(sources: Sources, merged: S): void;
}

/** Merges until nothing is left to, one run at a time. The old ones answer until their merge is done. */
export class Merging<S, Sources = Pair<S>> {
  #isRunning = false;

  async run({ next, merge, replace }: MergeSteps<S, Sources>): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let sources = next(); sources; sources = next()) {
        const { merged, settle } = await merge(sources);
        settle();
        replace(sources, merged);
      }
    } finally {
      this.#isRunning = false;
    }
  }
}
