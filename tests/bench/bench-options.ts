import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** The scope of a benchmark run. */
export interface BenchOptions {
  /** The number of rounds. A figure is the median of all rounds. */
  rounds: number;
  /** The duration of a load test in seconds. */
  seconds: number;
  /** The numbers of products in the generated catalogues. */
  sizes: number[];
  engines: readonly Engine[];
}

export type Engine = ShopDatabase['engine'];

export const ENGINES = ['sqlite', 'postgres'] as const satisfies readonly Engine[];

export const FULL_RUN: BenchOptions = { rounds: 3, seconds: 5, sizes: [10_000, 100_000], engines: ENGINES };
export const QUICK_RUN: BenchOptions = { rounds: 1, seconds: 2, sizes: [10_000], engines: ENGINES };
