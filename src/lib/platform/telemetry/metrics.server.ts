import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Standby } from '#lib/platform/db/standby/standby.server.ts';
import { salesCounters } from '#lib/platform/telemetry/sales-counters.ts';
import type { Traffic } from '#lib/platform/telemetry/traffic.server.ts';

const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[];

export interface MetricsSources {
  traffic: Traffic;
  db: Pick<ShopDatabase, 'memo' | 'context' | 'standby'>;
  pageCache: { size: number };
  workerNumber: number;
  isReady(): Promise<boolean>;
  /** Values that are the same for all processes. Only one process of a machine reports them. */
  gauges?: SharedGauges | undefined;
}

export interface SharedGauges {
  /** The descriptions of the gauges, by name. */
  descriptions: Record<string, string>;
  /** Returns the values of the gauges, by name; an empty object if the database does not respond. */
  read(): Promise<Record<string, number>>;
}

/**
 * Returns the metrics of a process. Totals and states are read when the metrics are requested. Responses from the page
 * cache are counted, but not timed.
 */
export function openMetrics(sources: MetricsSources): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ worker: String(sources.workerNumber) });
  collectDefaultMetrics({ register: registry });
  measureRequests(registry, sources);
  measureRenders(registry, sources);
  measureDatabase(registry, sources);
  if (sources.db.standby) measureStandby(registry, sources.db.standby);
  measureSales(registry, sources);
  measureState(registry, sources);
  return registry;
}

function measureRequests(registry: Registry, { traffic }: MetricsSources): void {
  const registers = [registry];
  const duration = new Histogram({
    name: 'shop_http_request_duration_seconds',
    help: 'Time until the last byte was handed over, by class of route and status; cached pages are only counted',
    labelNames: ['class', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  traffic.observe(({ routeClass, status, ms }) =>
    duration.observe({ class: routeClass, status: String(status) }, ms / 1_000),
  );
  const { cachedResponses } = traffic;
  addTotalCounter(registry, 'shop_http_kept_total', 'Responses from the page cache, by status', ['status'], () => ({
    200: cachedResponses.full,
    304: cachedResponses.notModified,
    other: cachedResponses.other,
  }));
}

function measureRenders(registry: Registry, { traffic, pageCache }: MetricsSources): void {
  const { shared, personal } = traffic.renders;
  addTotalCounter(registry, 'shop_renders_total', 'Pages and calls rendered by Astro', ['kind'], () => ({
    shared: shared.times,
    personal: personal.times,
  }));
  addTotalCounter(registry, 'shop_render_seconds_total', 'Total time of renders by Astro', ['kind'], () => ({
    shared: shared.ms / 1_000,
    personal: personal.ms / 1_000,
  }));
  addTotalCounter(
    registry,
    'shop_page_cache_total',
    'Requests for shared pages: hit, stale (sent and rendered again), miss',
    ['result'],
    () => {
      const { full, notModified, other } = traffic.cachedResponses;
      const { staleCount: stale, missCount: miss } = traffic;
      return { hit: full + notModified + other - stale, stale, miss };
    },
  );
  addGauge(registry, 'shop_page_cache_pages', 'Pages in the cache', () => pageCache.size);
}

function measureDatabase(registry: Registry, { db }: MetricsSources): void {
  const { waits } = db.context;
  addTotalCounter(
    registry,
    'shop_database_waits_total',
    'Waits for a connection, or for the connection that writes',
    [],
    () => ({ '': waits.count }),
  );
  addTotalCounter(registry, 'shop_database_wait_seconds_total', 'Total time of waits for a connection', [], () => ({
    '': waits.totalMs / 1_000,
  }));
  addGauge(
    registry,
    'shop_database_waiting',
    'Callers that are waiting for a connection now',
    () => waits.waitingCount,
  );
}

function measureStandby(registry: Registry, standby: Standby): void {
  addGauge(registry, 'shop_standby_in_use', '1 if pages are rendered from the standby', () =>
    standby.isInUse ? 1 : 0,
  );
  addGauge(registry, 'shop_standby_lag_seconds', 'Age of the data on the standby, to half a second', () =>
    standby.lagMs === undefined ? undefined : standby.lagMs / 1_000,
  );
  addTotalCounter(
    registry,
    'shop_stale_reads_total',
    'Reads that a standby may answer, by the server that did',
    ['server'],
    () => ({ standby: standby.readCounts.byStandby, primary: standby.readCounts.byPrimary }),
  );
}

function measureSales(registry: Registry, { db }: MetricsSources): void {
  const { orders, payments } = salesCounters(db);
  addTotalCounter(registry, 'shop_orders_total', 'Orders placed, by payment method', ['payment'], () => orders.counts);
  addTotalCounter(
    registry,
    'shop_payments_total',
    'Results of payments',
    ['provider', 'result'],
    () => payments.counts,
  );
}

function measureState(registry: Registry, { isReady, gauges }: MetricsSources): void {
  addGauge(registry, 'shop_ready', '1 if /readyz responds with 200', async () => ((await isReady()) ? 1 : 0));
  for (const [name, help] of Object.entries(gauges?.descriptions ?? {}))
    addGauge(registry, name, help, async () => (await gauges?.read())?.[name]);
}

/** Adds a counter. `read` returns the counts by the values of the labels, which are separated by spaces. */
function addTotalCounter(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  read: () => Record<string, number>,
): void {
  new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const [labels, count] of Object.entries(read())) {
        const values = labels.split(' ');
        this.inc(Object.fromEntries(labelNames.map((label, index) => [label, values[index] ?? ''])), count);
      }
    },
  });
}

function addGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | undefined | Promise<number | undefined>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read();
      if (value === undefined) this.reset();
      else this.set(value);
    },
  });
}
