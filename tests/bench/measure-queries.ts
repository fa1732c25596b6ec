import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { startPostgres } from '#support/postgres.ts';
import { createDatabase } from '#support/test-database.ts';
import type { BenchOptions } from './bench-options.ts';
import { importGenerated, measureCatalogue, type QueryTimes, startListing } from './catalogue.ts';
import type { Figure } from './figures.ts';
import { prepareData } from './prepared-data.ts';

const MAX_GROWTH = 1.5;
/** Shorter times for the smallest catalogue are rounded up to this time in ms, because of the clock's jitter. */
const MIN_COMPARED_MS = 0.2;

/** Measures lists, searches and products without HTTP, at each size and on each engine, and the growth of the times. */
export async function measureQueries({ sizes }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const postgres = await startPostgres();
  if (!postgres) console.log('PostgreSQL was not found: the queries are measured on SQLite only.');
  for (const engine of postgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)) {
    let smallest: QueryTimes[] | undefined;
    for (const size of sizes) {
      const { db, close } = await openFilledDatabase(engine, size, postgres?.url);
      const measurements = await measureCatalogue(db, size);
      await close();
      const before = new Map(smallest?.map(({ label, medianMs }) => [label, medianMs]));
      for (const { label, medianMs, slowestMs } of measurements) {
        const small = before.get(label);
        const growth = small === undefined ? undefined : medianMs / Math.max(small, MIN_COMPARED_MS);
        const growthNote = growth === undefined ? '' : `, ${growth.toFixed(2)} × the smallest catalogue's`;
        const name = `${label}, ${engine}, ${size} products`;
        figures.push({
          part: 'queries',
          label: name,
          value: medianMs,
          unit: 'ms',
          note: `slowest ${slowestMs.toFixed(2)} ms${growthNote}`,
        });
        if (growth !== undefined && size === sizes.at(-1))
          figures.push({
            part: 'queries',
            label: `growth of ${label}, ${engine}`,
            value: growth,
            unit: '×',
            budget: MAX_GROWTH,
          });
      }
      smallest ??= measurements;
    }
  }
  await postgres?.stop();
  return figures;
}

/** Opens a database with `size` products, and its index. `close` drops the database on PostgreSQL only. */
export async function openFilledDatabase(
  engine: ShopDatabase['engine'],
  size: number,
  serverUrl: string | undefined,
): Promise<{ db: ShopDatabase; close(): Promise<void> }> {
  if (engine === 'sqlite' || !serverUrl) {
    const dataDir = await prepareData(size);
    const db = await openDatabase({ dataDir });
    const listing = await startListing(db, undefined, dataDir);
    return { db, close: () => listing.stop().then(() => db.close()) };
  }
  const { url, drop } = await createDatabase(serverUrl);
  const db = await openDatabase({ databaseUrl: url, dataDir: '' });
  await migrate(db);
  await importGenerated(db, size);
  const listing = await startListing(db, url, '');
  return {
    db,
    async close() {
      await listing.stop();
      await db.close();
      await drop();
    },
  };
}
