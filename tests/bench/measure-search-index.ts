import { setTimeout as wait } from 'node:timers/promises';
import { parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { CatalogueIndex } from '#lib/catalog/listing/listing.server.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { judgedQueries } from '#support/search-queries.ts';
import { type Figure, median, percentile } from './figures.ts';
import { fillWithWords } from './worded-goods.ts';

const BUDGET_MS = 10;
const WORD_COUNT = 50_000;
const ROUNDS = 5;
const OVERLAY_RESULTS = 8;
const PER_PAGE = 24;
const IDLE_CHECK_MS = 1_000;
const PAUSE_MS = 0.02;
/** Additional terms: typos, two words typed as one, a long search, and words that all or no products have. */
const EXTRA_TERMS = [
  'kruta',
  'cottonkurta',
  'lenin shrit',
  'zzzzz',
  'cotton',
  'hand',
  'kor',
  'blue cotton kurta for women l',
];

/** Measures the CPU time of the search index for each judged query in a large catalogue, without caches. */
export async function measureSearchIndex(size: number): Promise<Figure[]> {
  const db = await openDatabase({ dataDir: '', isTemporary: true });
  await migrate(db);
  await fillWithWords(db, size, WORD_COUNT);
  const index = new CatalogueIndex(db);
  await index.catchUp(true);
  for (let before = processorMs(); ; before = processorMs()) {
    await wait(IDLE_CHECK_MS);
    if (processorMs() - before < IDLE_CHECK_MS / 20) break;
  }
  const terms = [...judgedQueries().map(({ query }) => query), ...EXTRA_TERMS];
  const rounds: { overlay: number[]; page: number[] }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      overlay: await measureEach(db, index, terms, (term) => index.search(term, OVERLAY_RESULTS)),
      page: await measureEach(db, index, terms, (term) => index.count(searchFor(term), VIEW)),
    });
  }
  await db.close();
  return (['overlay', 'page'] as const).flatMap((label) => {
    // The first round is a warm-up for the JIT.
    const costs = terms.map((_, position) => median(rounds.slice(1).map((round) => round[label][position]!)));
    const slowest = terms[costs.indexOf(Math.max(...costs))];
    const name = `index alone, ${label}, processor time, ${size} products`;
    return [
      figure(name, median(costs), ''),
      figure(`${name}, 95th percentile`, percentile(costs, 0.95), ''),
      figure(`${name}, slowest`, Math.max(...costs), `“${slowest}”`),
    ];
  });
}

const VIEW = { perPage: PER_PAGE, priceRange: priceRange({}) };

function searchFor(term: string) {
  return parseListQuery(new URLSearchParams({ search: term }), priceRange({}));
}

async function measureEach(
  db: ShopDatabase,
  index: CatalogueIndex,
  terms: string[],
  search: (term: string) => Promise<unknown>,
): Promise<number[]> {
  // A new catalogue version clears the cached results.
  await db.write
    .updateTable('catalogue_state')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute();
  await index.catchUp(true);
  const costs: number[] = [];
  for (const term of terms) {
    const before = processorMs();
    await search(term);
    costs.push(processorMs() - before);
  }
  return costs;
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Returns the CPU time of this thread in ms. Sleeps first, because the kernel otherwise updates it only every 4 ms. */
function processorMs(): number {
  Atomics.wait(pause, 0, 0, PAUSE_MS);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function figure(label: string, value: number, note: string): Figure {
  return { part: 'search', label, value, unit: 'ms', budget: BUDGET_MS, note };
}
