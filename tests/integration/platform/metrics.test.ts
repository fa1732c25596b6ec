import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { serveMetrics } from '#lib/platform/telemetry/metrics-server.server.ts';
import { freePort } from '#support/free-port.ts';
import { variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { root } from '#support/project-root.ts';
import { findPromtool } from '#support/promtool.ts';
import { parseMetrics, type Sample, total } from '#support/read-metrics.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';

const VISIT_COUNT = 24;
const PROMETHEUS_METRICS = new Set(['up']);

describe.each([
  ['sqlite', '1'],
  ['postgres', '2'],
] as const)('metrics [%s, %s workers]', (engine, workers) => {
  const isSkipped = engine === 'postgres' && !inject('postgresUrl');
  const data = temporaryDir('metrics');
  let db: ShopDatabase;
  let dropDatabase = async () => {};
  let shop: ShopProcess;
  let metricsPort: number;

  beforeAll(async () => {
    if (isSkipped) return;
    const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
    if (database) dropDatabase = database.drop;
    db = await smallShop(data.dir, database?.url);
    metricsPort = await freePort();
    const databases = { DATABASE_URL: database?.url ?? '', DATABASE_READ_URL: database?.url ?? '' };
    const env = { ...databases, WORKERS: workers, METRICS_PORT: String(metricsPort) };
    shop = await startShop({ dataDir: data.dir, env });
    const countRespondingWorkers = async () => total(await scrape(), 'shop_workers_answering');
    while ((await countRespondingWorkers()) < Number(workers)) await wait(100);
  });

  afterAll(async () => {
    await shop?.stop();
    await db?.close();
    await dropDatabase();
    data.remove();
  });

  async function scrape(): Promise<Sample[]> {
    return parseMetrics(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
  }

  test.skipIf(isSkipped)('count each response once, whichever worker sends it', async () => {
    const sumResponses = (samples: Sample[], routeClass: string) =>
      total(samples, 'shop_http_request_duration_seconds_count', { class: routeClass });
    const samplesBefore = await scrape();
    for (let n = 0; n < VISIT_COUNT; n++) expect(await visit(shop.port, '/products/loom-kurta')).toBe(200);
    for (let n = 0; n < VISIT_COUNT; n++) expect(await visit(shop.port, '/cart')).toBe(200);
    const samplesAfter = await scrape();
    const increase = (count: (samples: Sample[]) => number) => count(samplesAfter) - count(samplesBefore);
    const renderedPages = increase((samples) => sumResponses(samples, 'page'));
    expect(renderedPages + increase((samples) => total(samples, 'shop_http_kept_total', { status: '200' }))).toBe(
      VISIT_COUNT,
    );
    expect(renderedPages).toBeLessThanOrEqual(Number(workers));
    expect(increase((samples) => sumResponses(samples, 'personal'))).toBe(VISIT_COUNT);
    expect(increase((samples) => total(samples, 'shop_page_cache_total', { result: 'miss' }))).toBe(renderedPages);
    expect(increase((samples) => total(samples, 'shop_renders_total', { kind: 'shared' }))).toBe(renderedPages);
    expect(new Set(samplesAfter.map(({ labels }) => labels.worker).filter(Boolean)).size).toBe(Number(workers));
  });

  test.skipIf(isSkipped)(
    'count an order once, even if it is sent twice; holds are reported once, and all workers as ready',
    async () => {
      const buyer = new HttpBuyer();
      const key = `metrics-${engine}`;
      await buyer.addToCart(shop.origin, 'loom-kurta', await variantOf(db, 'loom-kurta'), 1);
      for (let n = 0; n < 2; n++) expect((await buyer.order(shop.origin, key)).status).toBe(200);
      const samples = await scrape();
      expect(total(samples, 'shop_orders_total', { payment: 'cod' })).toBe(1);
      expect(samples.filter(({ name }) => name === 'shop_holds')).toHaveLength(1);
      expect(total(samples, 'shop_ready')).toBe(Number(workers));
    },
  );

  // Some of these metrics describe the standby, which SQLite does not have.
  test.skipIf(isSkipped || engine === 'sqlite')('include all metrics that the dashboard and alerts use', async () => {
    const names = new Set((await scrape()).map(({ name }) => name));
    // These metrics appear only after their first event.
    for (const name of ['shop_payments_total', 'shop_orders_total']) names.add(name);
    const expressions = [
      ...findExpressions(readDeployFile('grafana/shop.json')),
      ...findExpressions(readDeployFile('prometheus/alerts.yml')),
    ];
    expect(expressions.length).toBeGreaterThan(25);
    const unknownMetrics = expressions
      .flatMap(findMetricNames)
      .filter((name) => !names.has(name) && !PROMETHEUS_METRICS.has(name));
    expect(unknownMetrics).toEqual([]);
  });
});

test('the metrics port serves only /metrics; a port in use is reported with its setting', async () => {
  const read = async () => ({ contentType: 'text/plain', text: 'metrics' });
  const server = await serveMetrics({ host: '127.0.0.1', port: 0 }, read);
  const { port } = server.address() as AddressInfo;
  const requestStatus = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect([await requestStatus('/metrics'), await requestStatus('/healthz')]).toEqual([200, 404]);
  const message = `The shop can't start: it can't listen on METRICS_PORT ${port} (EADDRINUSE).`;
  await expect(serveMetrics({ host: '127.0.0.1', port }, read)).rejects.toThrow(message);
  server.close();
});

test('Prometheus accepts the shipped files', ({ skip }) => {
  const promtool = findPromtool();
  if (!promtool) return skip('promtool is not installed');
  const result = spawnSync(promtool, ['check', 'config', 'prometheus.yml'], {
    cwd: join(root, 'deploy/prometheus'),
    encoding: 'utf8',
  });
  expect(result.stdout + result.stderr).toMatch(/SUCCESS: \d+ rules found/);
  expect(result.status).toBe(0);
});

function readDeployFile(file: string): unknown {
  return parse(readFileSync(join(root, 'deploy', file), 'utf8'));
}

function findExpressions(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'expr' && typeof inner === 'string' ? [inner] : findExpressions(inner),
  );
}

/** Returns the names in a query that are not functions, labels or keywords. */
function findMetricNames(expression: string): string[] {
  const strippedExpression = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)|"[^"]*"/g, ' ');
  return [...strippedExpression.matchAll(/\b([a-z][a-z0-9_]*)\b(?!\s*\()/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'and' && name !== 'by' && name !== 'sum');
}

/** Requests a page over a new connection, which any worker may accept. */
function visit(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, agent: false, headers: { accept: 'text/html' } };
    get(options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    }).once('error', reject);
  });
}
