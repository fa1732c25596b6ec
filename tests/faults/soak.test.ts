import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fillStock } from '#support/fill-stock.ts';
import { residentMb } from '#support/process-memory.ts';
import { startWithNpmFlags } from '#support/shop-process.ts';
import { beginShopping } from '#support/shoppers.ts';
import { median, percentile } from '../bench/figures.ts';
import { prepareData } from '../bench/prepared-data.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 15);
/** Excluded from the memory trend, because caches fill during this time. */
const WARM_UP_MINUTES = Math.min(5, MINUTES / 3);
const SHOPPERS = 50;
const PAUSE_MS = 1_000;
const POLL_MS = 200;
const MAX_MB_PER_MINUTE = 1;
const MAX_ADDED_DESCRIPTORS = 5;
const MAX_HEALTH_P99_MS = 50;

interface Sample {
  atMinute: number;
  mb: number;
  descriptors: number;
  healthMs: number;
}

test(
  `${SHOPPERS} shoppers get no errors for ${MINUTES} minutes; memory and descriptors are stable, health checks fast`,
  async () => {
    const dataDir = await prepareData('demo');
    await fillStock(dataDir);
    const shop = await startWithNpmFlags({ dataDir, env: { TRUSTED_PROXIES: '1' } });
    const shopping = beginShopping(shop.origin, SHOPPERS, PAUSE_MS);
    const samples: Sample[] = [];
    for (const begunAt = performance.now(); ; await wait(POLL_MS)) {
      const startedAt = performance.now();
      const atMinute = (startedAt - begunAt) / 60_000;
      if (atMinute > MINUTES) break;
      expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
      const healthMs = performance.now() - startedAt;
      const descriptors = readdirSync(`/proc/${shop.pid}/fd`).length;
      samples.push({ atMinute, mb: residentMb(shop.pid), descriptors, healthMs });
    }
    await shopping.end();
    await shop.stop();

    const warmSamples = samples.filter(({ atMinute }) => atMinute > WARM_UP_MINUTES);
    const [first, last] = [
      warmSamples.slice(0, warmSamples.length >> 2),
      warmSamples.slice(-(warmSamples.length >> 2)),
    ];
    const descriptors = [first, last].map((part) => median(part.map((sample) => sample.descriptors)));
    const mbPerMinute = slope(warmSamples.map(({ atMinute, mb }) => [atMinute, mb]));
    const healthP99Ms = percentile(
      samples.map((sample) => sample.healthMs),
      0.99,
    );
    const max = Math.round(Math.max(...samples.map(({ mb }) => mb)));
    const { requests, orders, failures, refusals } = shopping;
    console.info(
      `${requests} requests, ${orders} orders, at most ${max} MB, ${mbPerMinute.toFixed(2)} MB per minute, ` +
        `descriptors ${descriptors.join(' to ')}, /healthz p99 ${healthP99Ms.toFixed(1)} ms, refused:`,
      refusals,
    );
    expect(failures).toEqual([]);
    expect(orders / requests).toBeGreaterThan(0.015);
    expect(mbPerMinute).toBeLessThan(MAX_MB_PER_MINUTE);
    expect(descriptors[1]! - descriptors[0]!).toBeLessThan(MAX_ADDED_DESCRIPTORS);
    expect(healthP99Ms).toBeLessThan(MAX_HEALTH_P99_MS);
  },
  MINUTES * 60_000 + 240_000,
);

/** Returns the slope of the least-squares line. */
function slope(points: [x: number, y: number][]): number {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
