import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { importDemoCatalogue } from '#support/demo-catalogue.ts';
import { startPostgres } from '#support/postgres.ts';
import { figuresOf, judgedQueries, judgeQueries } from '#support/search-queries.ts';
import { createDatabase } from '#support/test-database.ts';
import type { BenchOptions } from './bench-options.ts';
import type { Figure } from './figures.ts';
import { measureSearchIndex } from './measure-search-index.ts';
import { measureSearchTimes } from './measure-search-times.ts';

const MIN_RECALL = 0.95;
const MIN_FIRST_RELEVANT = 0.85;

/** Measures the quality of the results for the judged queries and the search time in a large shop, on each engine. */
export async function measureSearch({ sizes }: BenchOptions): Promise<Figure[]> {
  const postgres = await startPostgres();
  if (!postgres) console.log('PostgreSQL was not found: the search is measured on SQLite only.');
  const figures: Figure[] = [];
  for (const engine of postgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)) {
    figures.push(...(await measureQuality(engine, postgres?.url)));
    figures.push(...(await measureSearchTimes(engine, Math.max(...sizes), postgres?.url)));
  }
  await postgres?.stop();
  return [...figures, ...(await measureSearchIndex(Math.max(...sizes)))];
}

async function measureQuality(engine: ShopDatabase['engine'], serverUrl = ''): Promise<Figure[]> {
  const database = engine === 'postgres' ? await createDatabase(serverUrl) : undefined;
  const db = await openDatabase({ dataDir: '', databaseUrl: database?.url, isTemporary: !database });
  await migrate(db);
  await importDemoCatalogue(db);
  const { recall, firstRelevant } = figuresOf(await judgeQueries(db));
  await db.close();
  await database?.drop();
  const note = `${judgedQueries().length} queries`;
  return [
    figure(`recall at 10, ${engine}`, recall, MIN_RECALL, note),
    figure(`first result relevant, ${engine}`, firstRelevant, MIN_FIRST_RELEVANT, note),
  ];
}

function figure(label: string, value: number, budget: number, note: string): Figure {
  return { part: 'search', label, value, unit: '', budget, isMinimum: true, note };
}
