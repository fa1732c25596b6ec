import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { isDatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';
import { flakyProxy } from '#support/flaky-proxy.ts';

const QUERIES_AT_ONCE = 25;
const FAULTS = 6;

test.skipIf(!inject('postgresUrl'))(
  'returns or rejects every query during faults of PostgreSQL, and recovers',
  async () => {
    const url = new URL(inject('postgresUrl'));
    const proxy = await flakyProxy(Number(url.port || 5432));
    url.host = `127.0.0.1:${proxy.port}`;
    const db = await openDatabase({ databaseUrl: url.href, dataDir: '' });
    const query = () => sql<{ n: number }>`select 1 as n from pg_sleep(0.01)`.execute(db.write);
    const queries: Promise<unknown>[] = [];
    const refusals: unknown[] = [];
    const sendQueries = () => {
      for (let n = 0; n < QUERIES_AT_ONCE; n++) queries.push(query().catch((error) => refusals.push(error)));
    };
    proxy.fault = 'down';
    await expect(query(), 'closed at once').rejects.toThrow();
    proxy.fault = 'none';
    await query();
    for (let fault = 0; fault < FAULTS; fault++) {
      sendQueries();
      proxy.fault = fault % 2 ? 'down' : 400 + fault * 150;
      for (let wave = 0; wave < 4; wave++) {
        sendQueries();
        await new Promise((done) => setTimeout(done, 170));
      }
      proxy.fault = 'none';
      sendQueries();
      await new Promise((done) => setTimeout(done, 300));
    }
    await Promise.all(queries);
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
    await expect
      .poll(() =>
        Promise.all(Array.from({ length: QUERIES_AT_ONCE }, query)).then(
          (all) => all.length,
          () => 0,
        ),
      )
      .toBe(QUERIES_AT_ONCE);
    await db.close();
    await proxy.close();
  },
);
