import { openLog } from '#lib/operations/startup/open-log.server.ts';
import { StartError } from '#lib/platform/errors/start-error.ts';
import { watchParentProcess } from '#lib/platform/http/server/watch-parent-process.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import { assertPortFree, isPortInUse, PORT_IN_USE } from '#lib/platform/workers/port-free.server.ts';
import { WorkerGroup } from '#lib/platform/workers/worker-group.server.ts';
import { gatherWorkerMetrics } from '#lib/platform/workers/worker-metrics.server.ts';

/**
 * Runs `program` in several processes. `program` must be a file of this process's own build, so that a worker restarted
 * later runs the same build. Ends this process if the port can't be used or the metrics can't be served.
 */
export async function runWorkers(program: string, { workers, port, host, logLevel, metrics }: Settings): Promise<void> {
  try {
    await assertPortFree(port, host);
  } catch (error) {
    console.error(isPortInUse(error) ? PORT_IN_USE : error);
    process.exit(1);
  }
  const group = new WorkerGroup(program, workers, openLog(logLevel));
  if (metrics) await serveAggregatedMetrics(metrics, workers);
  process.on('SIGTERM', () => group.stop('SIGTERM'));
  process.on('SIGINT', () => group.stop('SIGINT'));
  watchParentProcess(() => group.stop('SIGTERM'));
  group.start();
}

async function serveAggregatedMetrics(address: NonNullable<Settings['metrics']>, workers: number): Promise<void> {
  const { serveMetrics } = await import('#lib/platform/telemetry/metrics-server.server.ts');
  const { aggregatedMetrics } = await import('#lib/platform/telemetry/aggregated-metrics.server.ts');
  try {
    await serveMetrics(address, async () => aggregatedMetrics(workers, await gatherWorkerMetrics()));
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}
