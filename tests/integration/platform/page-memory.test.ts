import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from '#support/project-root.ts';
import { type ShopProcess, startWithNpmFlags, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const probe = pathToFileURL(join(root, 'tests/support/report-old-generation.ts')).href;
const PAGES_PER_ROUND = 40;
const COMPARABLE_ROUNDS = 5;
const MAX_ROUNDS = 15;
/**
 * `maxKb` is between the garbage of a page (45, 20 and 16 kB) and the garbage of the same page with Astro's own object
 * for each component (54, 56 and 29 kB).
 */
const PAGES_TO_MEASURE = {
  'an uncached listing': { address: (n: number) => `/products?minprice=${n}`, maxKb: 52 },
  'a product page': { address: (n: number) => `/products/loom-kurta?n=${n}`, maxKb: 38 },
  'a cart': { address: (n: number) => `/cart?n=${n}`, maxKb: 23 },
};

interface MemoryReport {
  requests: number;
  majorCollections: number;
  bytes: number;
}

// Objects that outlive their page cause major garbage collections, which delay other pages (docs/decisions/0041).
test('a page leaves little garbage for the next major collection', async () => {
  const data = temporaryDir('page-memory');
  await (await smallShop(data.dir)).close();
  const path = join(data.dir, 'lasting.json');
  const env = { PAGE_CACHE: 'off', NODE_OPTIONS: `--import ${probe}`, OLD_GENERATION_FILE: path };
  const shop = await startWithNpmFlags({ dataDir: data.dir, env });
  let reportCount = 0;
  for (const [page, { address, maxKb }] of Object.entries(PAGES_TO_MEASURE)) {
    const survivingKb: number[] = [];
    let reportBefore: MemoryReport | undefined;
    for (let round = 0; round < MAX_ROUNDS && survivingKb.length < COMPARABLE_ROUNDS; round++) {
      for (let n = 0; n < PAGES_PER_ROUND; n++) await requestPage(shop.origin + address(round * PAGES_PER_ROUND + n));
      reportCount += 1;
      const reportAfter = await requestReport(shop, path, reportCount);
      // A round with an automatic major collection by V8 is not comparable.
      if (reportBefore && reportBefore.majorCollections === reportAfter.majorCollections)
        survivingKb.push((reportAfter.bytes - reportBefore.bytes) / PAGES_PER_ROUND / 1000);
      reportBefore = reportAfter;
    }
    survivingKb.sort((a, b) => a - b);
    expect(survivingKb.length, page).toBe(COMPARABLE_ROUNDS);
    // The median ignores rounds in which other work, such as a job, left objects.
    expect(survivingKb[Math.floor(COMPARABLE_ROUNDS / 2)], page).toBeLessThan(maxKb);
  }
  await shop.stop();
  data.remove();
});

async function requestPage(address: string): Promise<void> {
  const response = await fetch(address, { headers: { 'accept-encoding': 'br' } });
  expect(response.status).toBe(200);
  await response.arrayBuffer();
}

async function requestReport(shop: ShopProcess, path: string, reportNumber: number): Promise<MemoryReport> {
  const readReport = () =>
    existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8') || '{}') as MemoryReport) : undefined;
  shop.child.kill('SIGUSR2');
  await expect.poll(() => readReport()?.requests, { interval: 20 }).toBe(reportNumber);
  return readReport() as MemoryReport;
}
