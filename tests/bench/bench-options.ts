import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** The scope of a benchmark run. */
export interface BenchOptions {
  /** The number of repetitions; the figure is their median. */
  rounds: number;
  /** The duration of one load test. */
  seconds: number;
  /** The numbers of products of the generated catalogues. */
  sizes: number[];
  engines: readonly Engine[];
}

export type Engine = ShopDatabase['engine'];

export const ENGINES = ['sqlite', 'postgres'] as const satisfies readonly Engine[];

export const FULL: BenchOptions = { rounds: 3, seconds: 5, sizes: [10_000, 100_000], engines: ENGINES };
export const QUICK: BenchOptions = { rounds: 1, seconds: 2, sizes: [10_000], engines: ENGINES };
