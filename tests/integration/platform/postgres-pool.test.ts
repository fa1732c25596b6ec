import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { isDatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';
import { startFlakyProxy } from '#support/flaky-proxy.ts';

const CONCURRENT_QUERY_COUNT = 25;
const FAULT_COUNT = 6;

test.skipIf(!inject('postgresUrl'))(
  'each query in the pool succeeds or is rejected during PostgreSQL faults, and the pool recovers',
  async () => {
    const url = new URL(inject('postgresUrl'));
    const proxy = await startFlakyProxy(Number(url.port || 5432));
    url.host = `127.0.0.1:${proxy.port}`;
    const db = await openDatabase({ databaseUrl: url.href, dataDir: '' });
    const runQuery = () => sql<{ n: number }>`select 1 as n from pg_sleep(0.01)`.execute(db.write);
    const queries: Promise<unknown>[] = [];
    const rejections: unknown[] = [];
    const sendQueries = () => {
      for (let n = 0; n < CONCURRENT_QUERY_COUNT; n++)
        queries.push(runQuery().catch((error) => rejections.push(error)));
    };
    proxy.fault = 'down';
    await expect(runQuery(), 'the connection is closed immediately').rejects.toThrow();
    proxy.fault = 'none';
    await runQuery();
    for (let fault = 0; fault < FAULT_COUNT; fault++) {
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
    expect(rejections.length).toBeGreaterThan(0);
    expect(rejections.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
    await expect
      .poll(() =>
        Promise.all(Array.from({ length: CONCURRENT_QUERY_COUNT }, runQuery)).then(
          (all) => all.length,
          () => 0,
        ),
      )
      .toBe(CONCURRENT_QUERY_COUNT);
    await db.close();
    await proxy.close();
  },
);
