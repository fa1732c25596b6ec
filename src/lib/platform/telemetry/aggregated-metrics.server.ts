import { AggregatorRegistry, Gauge, type Registry } from 'prom-client';
import type { WorkerMetrics } from '#lib/platform/telemetry/metrics.server.ts';

/** Returns the metrics of all workers as one text. Each series has a worker label, so that a restart is visible. */
export async function aggregatedMetrics(workerCount: number, workerMetrics: WorkerMetrics[]) {
  const registry: Registry = AggregatorRegistry.aggregate(workerMetrics);
  const registers = [registry];
  new Gauge({ name: 'shop_workers_wanted', help: 'Configured workers', registers }).set(workerCount);
  new Gauge({ name: 'shop_workers_answering', help: 'Workers that reported their metrics', registers }).set(
    workerMetrics.length,
  );
  return { contentType: registry.contentType, text: await registry.metrics() };
}
