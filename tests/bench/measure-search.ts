import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseListQuery } from '#lib/listing/list-query.ts';
import { listProducts } from '#lib/listing/listing.server.ts';
import { priceRange } from '#lib/listing/price-steps.server.ts';
import { searchGoods } from '#lib/listing/search-goods.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrations/migrate.server.ts';
import { importDemoCatalogue } from '#support/demo-catalogue.ts';
import { startPostgres } from '#support/postgres.ts';
import { figuresOf, judge, judgedQueries } from '#support/search-queries.ts';
import { createDatabase } from '#support/test-database.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, median, percentile } from './figures.ts';
import { filled } from './measure-queries.ts';
import { measureSearchIndex } from './measure-search-index.ts';

const LEAST_RECALL = 0.95;
const LEAST_FIRST_RIGHT = 0.85;
const MOST_MS = 10;
const WORDS_LOOKED_FOR_EVERY_MS = 500;
/** Words of the generated goods, so that most searches find thousands. */
const LARGE = [
  'kurta',
  'kurti',
  'block print',
  'silk saree',
  'cotton kurta',
  'blue cotton kurta for women',
  'linen shirt',
];
const MISTYPED = ['kruta', 'indgo', 'cottonkurta', 'lenin shrit', 'zzzzz'];

/** How well the judged queries are answered on each engine, and how long a search takes in a large shop. */
export async function measureSearch({ sizes }: BenchOptions): Promise<Figure[]> {
  const postgres = await startPostgres();
  if (!postgres) console.log('PostgreSQL was not found: its half of the search is left out.');
  const figures: Figure[] = [];
  for (const engine of postgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)) {
    figures.push(...(await measureAnswers(engine, postgres?.url)));
    const size = Math.max(...sizes);
    const { db, close } = await filled(engine, size, postgres?.url);
    figures.push(...(await measureTimes(db, size)));
    await close();
  }
  await postgres?.stop();
  return [...figures, ...(await measureSearchIndex(Math.max(...sizes)))];
}

async function measureAnswers(engine: ShopDatabase['engine'], serverUrl = ''): Promise<Figure[]> {
  const made = engine === 'postgres' ? await createDatabase(serverUrl) : undefined;
  const db = await openDatabase({ dataDir: '', databaseUrl: made?.url, temporary: !made });
  await migrate(db);
  await importDemoCatalogue(db);
  const { recall, firstRight } = figuresOf(await judge(db));
  await db.close();
  await made?.drop();
  const note = `${judgedQueries().length} queries`;
  return [
    figure(`recall at 10, ${engine}`, recall, LEAST_RECALL, note),
    figure(`first right, ${engine}`, firstRight, LEAST_FIRST_RIGHT, note),
  ];
}

function figure(what: string, value: number, budget: number, note: string): Figure {
  return { part: 'search', what, value, unit: '', budget, atLeast: true, note };
}

async function measureTimes(db: ShopDatabase, size: number): Promise<Figure[]> {
  const times = { overlay: [] as number[], page: [] as number[] };
  await untilWordsAreRead(db);
  // Prices and sizes make each a search that nothing is kept of.
  const terms = ['m', 'l', 'xl', 'red', 'blue', 'green'].flatMap((more) =>
    [...LARGE, ...MISTYPED].map((term) => `${term} ${more}`),
  );
  for (const term of terms) {
    times.overlay.push(await timed(() => searchGoods(db, term)));
    const query = parseListQuery(new URLSearchParams({ search: `${term} new` }), priceRange({}));
    times.page.push(await timed(() => listProducts(db, query)));
  }
  return Object.entries(times).flatMap(([what, taken]): Figure[] => {
    const name = `${what}, ${db.engine}, ${size} products`;
    const of = { part: 'search', unit: 'ms', budget: MOST_MS } as const;
    return [
      { ...of, what: name, value: median(taken) },
      { ...of, what: `${name}, 19 of 20`, value: percentile(taken, 0.95), note: slowest(taken) },
    ];
  });
}

function slowest(taken: number[]): string {
  return `slowest ${Math.max(...taken).toFixed(2)} ms`;
}

/** Lists are ready before the words are: until then a search is told to come again. */
export async function untilWordsAreRead(db: ShopDatabase): Promise<void> {
  for (;;) {
    try {
      await searchGoods(db, 'first');
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'busy')) throw error;
      await wait(WORDS_LOOKED_FOR_EVERY_MS);
    }
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
