import { performance } from 'node:perf_hooks';
import { type ShopProcess, startShop } from '../support/shop-process.ts';
import type { BenchOptions } from './bench-options.ts';
import type { Figure } from './figures.ts';
import { residentMb } from './measure-serving.ts';
import { preparedData } from './prepared-data.ts';

/** The budget of a server under load, and by how much the second half of a stream may stand above the first. */
const MOST_MB = 250;
const GROWTH_MB = 15;
const SAMPLE_EVERY_BYTES = 200_000;

interface Streamed {
  seconds: number;
  bytes: number;
  peakMb: number;
  /** Above the highest of its first half. */
  growthMb: number;
}

/** Sitemaps and the merchant feed of large catalogues, and what the server's memory makes of them. */
export async function measureDiscovery({ sizes }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    const shop = await startShop({ dataDir: await preparedData(size), env: { PAGE_CACHE: 'off' } });
    // The listing index and the code are there before anything is measured.
    await (await fetch(`${shop.origin}/products`)).text();
    await stream(shop, '/sitemap-index.xml');
    const files = Math.floor(size / 50_000);
    for (const path of [`/sitemap-products-${Math.max(0, files - 1)}.xml`, '/feeds/google.xml']) {
      const { seconds, bytes, peakMb, growthMb } = await stream(shop, path);
      const what = `${path} of ${size} products`;
      const note = `${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`;
      figures.push(
        { part: 'discovery', what: `${what}, memory`, value: peakMb, unit: 'MB', budget: MOST_MB, note },
        { part: 'discovery', what: `${what}, growth`, value: growthMb, unit: 'MB', budget: GROWTH_MB },
      );
    }
    await shop.stop();
  }
  return figures;
}

async function stream(shop: ShopProcess, path: string): Promise<Streamed> {
  const begun = performance.now();
  const answer = await fetch(shop.origin + path, { headers: { 'accept-encoding': 'identity' } });
  if (!answer.ok || !answer.body) throw new Error(`${path} answers ${answer.status}`);
  let bytes = 0;
  let sampledAt = 0;
  const samples: number[] = [residentMb(shop.pid)];
  for await (const chunk of answer.body) {
    bytes += chunk.byteLength;
    if (bytes - sampledAt < SAMPLE_EVERY_BYTES) continue;
    sampledAt = bytes;
    samples.push(residentMb(shop.pid));
  }
  const half = Math.ceil(samples.length / 2);
  const firstMb = Math.max(...samples.slice(0, half));
  const peakMb = Math.max(...samples);
  return { seconds: (performance.now() - begun) / 1000, bytes, peakMb, growthMb: peakMb - firstMb };
}
