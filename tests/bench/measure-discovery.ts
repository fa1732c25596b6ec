import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { residentMb } from '#support/process-memory.ts';
import { type ShopProcess, startWithNpmFlags } from '#support/shop-process.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, percentile } from './figures.ts';
import { measurePriceEdit } from './measure-price-edit.ts';
import { prepareData } from './prepared-data.ts';

/** The memory budget of a server under load, in MB. */
const MAX_MB = 250;
/** The memory budget of a feed, in addition to the memory of an idle server, in MB. */
const MAX_ADDED_MB = 80;
/** The maximum growth of the memory in the second half of a stream, in MB. */
const MAX_GROWTH_MB = 15;
const PAGE_BUDGET_MS = 100;
const SAMPLE_EVERY_BYTES = 1_000_000;
const FEED = '/feeds/google.xml';

interface StreamResult {
  seconds: number;
  bytes: number;
  peakMb: number;
  /** The difference between the peak of the whole stream and the peak of its first half. */
  growthMb: number;
}

/** Measures the memory use for sitemaps and feeds of large catalogues, and page response times during a feed. */
export async function measureDiscovery({ sizes }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [await measurePriceEdit()];
  const add = (label: string, value: number, unit: 'MB' | 'ms', budget: number, note = '') =>
    figures.push({ part: 'discovery', label, value, unit, budget, note });
  for (const size of new Set([
    10_000,
    ...sizes.map((products) => products / 2).filter((half) => half > 10_000),
    ...sizes,
  ])) {
    const shop = await startWithNpmFlags({ dataDir: await prepareData(size), env: { PAGE_CACHE: 'off' } });
    await measureStream(shop, '/sitemap-index.xml');
    const idleMb = residentMb(shop.pid);
    const sitemap = await measureStream(shop, `/sitemap-products-${Math.max(0, Math.floor(size / 50_000) - 1)}.xml`);
    add(`a sitemap of ${size} products, memory`, sitemap.peakMb, 'MB', MAX_MB, noteOf(sitemap));
    const feed = await measureStream(shop, FEED);
    add(`${FEED} of ${size} products, memory`, feed.peakMb, 'MB', MAX_MB, noteOf(feed));
    add(`${FEED} of ${size} products, above the idle server`, feed.peakMb - idleMb, 'MB', MAX_ADDED_MB);
    const repeatedFeed = await measureStream(shop, FEED);
    add(`${FEED} of ${size} products repeated, growth`, repeatedFeed.growthMb, 'MB', MAX_GROWTH_MB);
    // The last stream takes no memory samples, because reading the memory blocks this process and distorts the times.
    await (await fetch(`${shop.origin}/faq`)).arrayBuffer();
    const pageTimes = startMeasuringPage(shop);
    await measureStream(shop, FEED, Number.POSITIVE_INFINITY);
    add(`a page during the feed, ${size} products, p99`, percentile(await pageTimes.end(), 0.99), 'ms', PAGE_BUDGET_MS);
    await shop.stop();
  }
  return figures;
}

function noteOf({ bytes, seconds }: StreamResult): string {
  return `${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`;
}

/** Measures the response times of a small page, which is requested repeatedly until `end` is called. */
function startMeasuringPage(shop: ShopProcess): { end(): Promise<number[]> } {
  let isOver = false;
  const pageTimes = (async () => {
    const times: number[] = [];
    while (!isOver) {
      const startedAt = performance.now();
      await (await fetch(`${shop.origin}/faq`)).arrayBuffer();
      times.push(performance.now() - startedAt);
      await wait(20);
    }
    return times;
  })();
  return {
    end() {
      isOver = true;
      return pageTimes;
    },
  };
}

async function measureStream(
  shop: ShopProcess,
  path: string,
  sampleEveryBytes = SAMPLE_EVERY_BYTES,
): Promise<StreamResult> {
  const startedAt = performance.now();
  const response = await fetch(shop.origin + path, { headers: { 'accept-encoding': 'identity' } });
  if (!response.ok || !response.body) throw new Error(`${path} responds with ${response.status}`);
  let bytes = 0;
  let sampledAt = 0;
  const samples: number[] = [residentMb(shop.pid)];
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes - sampledAt < sampleEveryBytes) continue;
    sampledAt = bytes;
    samples.push(residentMb(shop.pid));
  }
  const half = Math.ceil(samples.length / 2);
  const firstHalfPeakMb = Math.max(...samples.slice(0, half));
  const peakMb = Math.max(...samples);
  return { seconds: (performance.now() - startedAt) / 1000, bytes, peakMb, growthMb: peakMb - firstHalfPeakMb };
}
