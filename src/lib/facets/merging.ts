import { type Bitset, forEachBit, takeOut } from '#lib/facets/bitset.ts';

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

interface MergeSteps<S> {
  nextPair(): Pair<S> | undefined;
  merge(pair: Pair<S>): Promise<Merged<S>>;
  replace(pair: Pair<S>, merged: S): void;
}

/** Merges pairs until none is left, one run at a time. The old ones answer until their merge is done. */
export class Merging<S> {
  #isRunning = false;

  async run({ nextPair, merge, replace }: MergeSteps<S>): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let pair = nextPair(); pair; pair = nextPair()) {
        const { merged, settle } = await merge(pair);
        settle();
        replace(pair, merged);
      }
    } finally {
      this.#isRunning = false;
    }
  }
}
