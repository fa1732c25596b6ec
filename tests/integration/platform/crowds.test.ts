import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectCrowd } from '#support/crowd.ts';
import { type PollResult, startPolling } from '#support/page-poller.ts';
import { CAN_MEASURE_MEMORY, peakMb, resetPeak, residentMb } from '#support/process-memory.ts';
import { type ShopProcess, startWithNpmFlags, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { HAS_EXACT_TIMES } from '#support/time-limits.ts';
import { runLoadClient } from '../../bench/load.ts';

/** The number of people. The long version of this test sets `CROWD=2000`. */
const PEOPLE_COUNT = Number(process.env.CROWD ?? 1_000);
const CRAWLER_SECONDS = PEOPLE_COUNT > 1_000 ? 15 : 4;
const MAX_GROWTH_MB = 100;
/** The limit in ms if no other tests run. Otherwise, the times of a visitor are compared with those of the crawlers. */
const MAX_PAGE_MS = 300;

const data = temporaryDir('crowds');
let shop: ShopProcess;

beforeAll(async () => {
  await (await smallShop(data.dir)).close();
  shop = await startWithNpmFlags({ dataDir: data.dir, env: { TRUSTED_PROXIES: '1' } });
  for (const path of ['/', '/cart', '/products']) await (await fetch(shop.origin + path)).arrayBuffer();
});

afterAll(async () => {
  await shop.stop();
  data.remove();
});

describe.runIf(CAN_MEASURE_MEMORY).each(['br', 'gzip'])(
  'many simultaneous requests for an uncached page (%s)',
  (encoding) => {
    test(`all succeed with less than ${MAX_GROWTH_MB} MB of extra memory, and other visitors are served`, async () => {
      const crowd = await connectCrowd({
        port: shop.port,
        path: `/products?search=${encoding}`,
        clients: PEOPLE_COUNT,
        acceptEncoding: encoding,
      });
      await wait(1_000);
      const mbBefore = residentMb(shop.pid);
      resetPeak(shop.pid);
      const visitor = startPolling(shop.origin, ['/', '/cart']);
      const { statuses, slowestMs } = await crowd.sendAll();
      const pollResults = await visitor.end();
      const peakAfter = peakMb(shop.pid);
      printReport(
        `${PEOPLE_COUNT} people (${encoding})`,
        { 'slowest ms': slowestMs, 'before MB': mbBefore, 'peak MB': peakAfter },
        pollResults,
      );
      expect(statuses).toEqual({ 200: PEOPLE_COUNT });
      expect(peakAfter - mbBefore).toBeLessThan(MAX_GROWTH_MB);
      for (const page of Object.values(pollResults)) expect(page).toMatchObject({ failures: [] });
    });
  },
);

test.each([400, 500])('%i crawlers on uncached lists hardly delay a visitor', async (crawlerCount) => {
  await wait(500);
  const mbBefore = residentMb(shop.pid);
  const pages = ['/', '/cart', '/products?minprice={n}'];
  const crowd = runLoadClient({
    origin: shop.origin,
    connections: crawlerCount,
    seconds: CRAWLER_SECONDS,
    acceptEncoding: 'br',
    paths: [`/products?category=women&size=M&maxprice=${crawlerCount}{n}`],
  });
  await wait(1_000);
  const visitor = startPolling(shop.origin, pages);
  await wait((CRAWLER_SECONDS - 1.5) * 1_000);
  const pollResults = await visitor.end();
  const { medianMs, requestsPerSecond, failureCount } = await crowd;
  const mbAfter = residentMb(shop.pid);
  printReport(
    `${crawlerCount} crawlers`,
    {
      'median ms': medianMs,
      'requests a second': requestsPerSecond,
      failures: failureCount,
      'growth MB': mbAfter - mbBefore,
    },
    pollResults,
  );
  if (CAN_MEASURE_MEMORY) expect(mbAfter - mbBefore).toBeLessThan(MAX_GROWTH_MB);
  for (const path of pages) {
    expect(pollResults[path]?.failures).toEqual([]);
    if (HAS_EXACT_TIMES) expect(pollResults[path]?.slowestMs).toBeLessThan(MAX_PAGE_MS);
    else expect(pollResults[path]?.medianMs).toBeLessThan(medianMs / 2);
  }
});

function printReport(name: string, figures: Record<string, number>, pollResults: Record<string, PollResult>): void {
  const texts = Object.entries(figures).map(([figure, value]) => `${figure} ${Math.round(value)}`);
  const pages = Object.entries(pollResults).map(
    ([path, { requests, slowestMs }]) => `${path} ${Math.round(slowestMs)} ms of ${requests}`,
  );
  console.info(`${name}: ${texts.join(', ')}; visitor's slowest: ${pages.join(', ')}`);
}
