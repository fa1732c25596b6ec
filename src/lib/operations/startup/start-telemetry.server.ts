import { sharedGauges } from '#lib/operations/startup/shared-gauges.server.ts';
import type { Readiness } from '#lib/platform/health/readiness.server.ts';
import type { RouteTable } from '#lib/platform/http/route-table.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { writeAccessLog } from '#lib/platform/telemetry/access-log.server.ts';
import type { Traffic } from '#lib/platform/telemetry/traffic.server.ts';
import { replyWithMetrics } from '#lib/platform/workers/worker-metrics.server.ts';
import type { WorkerSlot } from '#lib/platform/workers/worker-slot.server.ts';

interface TelemetryParts {
  shop: Shop;
  traffic: Traffic;
  pageCache: { size: number };
  readiness: Readiness;
  routes: RouteTable;
  slot: WorkerSlot;
}

/** Starts the access log and the metrics, if the settings turn them on. */
export async function startTelemetry({
  shop,
  traffic,
  pageCache,
  readiness,
  routes,
  slot,
}: TelemetryParts): Promise<void> {
  const { accessLogOneIn, metrics } = shop.settings;
  if (accessLogOneIn > 0) writeAccessLog(traffic, shop.log, (path) => routes.patternOf(path), accessLogOneIn);
  if (!metrics) return;
  const { openMetrics } = await import('#lib/platform/telemetry/metrics.server.ts');
  const registry = openMetrics({
    traffic,
    db: shop.db,
    pageCache,
    workerNumber: slot.number,
    isReady: async () => (await readiness.problem()) === undefined,
    gauges: slot.isFirst ? sharedGauges(shop) : undefined,
  });
  const read = () => registry.getMetricsAsJSON();
  if (slot.workerCount > 1) return replyWithMetrics(read);
  const { serveMetrics } = await import('#lib/platform/telemetry/metrics-server.server.ts');
  const { aggregatedMetrics } = await import('#lib/platform/telemetry/aggregated-metrics.server.ts');
  await serveMetrics(metrics, async () => aggregatedMetrics(1, [await read()]));
}
