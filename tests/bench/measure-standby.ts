import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { PostgresPair } from '#support/postgres-pair.ts';
import { startWithNpmFlags, temporaryDir } from '#support/shop-process.ts';
import type { BenchOptions } from './bench-options.ts';
import { importGenerated } from './catalogue.ts';
import type { Figure } from './figures.ts';
import { measurePageRate } from './load.ts';
import { processTreeMs } from './processor.ts';
import { waitForWordIndex } from './shop-readiness.ts';

const PRODUCTS = 1_000;
const FRESH_PAGES = { listing: '/products?category=women&minprice={n}', search: '/search?search=cotton&minprice={n}' };

/** Measures the CPU time of both PostgreSQL servers per uncached page, with and without reads from the standby. */
export async function measureStandby({ rounds, seconds }: BenchOptions): Promise<Figure[]> {
  const pair = await PostgresPair.start();
  await pair.setSynchronousStandby('');
  const db = await openDatabase({ databaseUrl: pair.leaderUrl, dataDir: '' });
  await migrate(db);
  await importGenerated(db, PRODUCTS);
  const data = temporaryDir('bench-standby');
  const lowestMs = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    for (const readUrl of ['', pair.followerUrl]) {
      // The page cache is off, so that each page is rendered.
      const env = { DATABASE_URL: pair.leaderUrl, DATABASE_READ_URL: readUrl, PAGE_CACHE: 'off' };
      const shop = await startWithNpmFlags({ dataDir: data.dir, env });
      await waitForWordIndex(shop);
      for (const [page, path] of Object.entries(FRESH_PAGES)) {
        const cost = await measureCost(pair, shop.origin, path, seconds);
        for (const [server, ms] of Object.entries(cost)) {
          const label = `uncached ${page}, ${server}, ${readUrl ? 'with' : 'without'} a standby`;
          lowestMs.set(label, Math.min(ms, lowestMs.get(label) ?? Number.POSITIVE_INFINITY));
        }
      }
      await shop.stop();
    }
  }
  await db.close();
  await pair.stop();
  data.remove();
  return [...lowestMs].map(([label, value]) => ({ part: 'processes', label, value, unit: 'ms' }));
}

/** Measures the CPU time per page, including the servers' background work. */
async function measureCost(
  pair: PostgresPair,
  origin: string,
  path: string,
  seconds: number,
): Promise<{ primary: number; standby: number }> {
  await measurePageRate({ origin, path, seconds, acceptEncoding: 'br' });
  const before = pair.pids.map(processTreeMs);
  const perSecond = await measurePageRate({ origin, path, seconds, acceptEncoding: 'br' });
  const [primary = 0, standby = 0] = pair.pids.map(
    (pid, index) => (processTreeMs(pid) - before[index]!) / (perSecond * seconds),
  );
  return { primary, standby };
}
