import { openLog } from '#lib/operations/startup/open-log.server.ts';
import { StartError } from '#lib/platform/errors/start-error.ts';
import { watchParentProcess } from '#lib/platform/http/server/watch-parent-process.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import { assertPortFree, isPortTaken, PORT_TAKEN } from '#lib/platform/workers/port-free.server.ts';
import { WorkerGroup } from '#lib/platform/workers/worker-group.server.ts';
import { WorkerMetricsCollector } from '#lib/platform/workers/worker-metrics.server.ts';

/**
 * Runs `program` in several processes. It must be a file of this process's own build, so that a worker restarted later
 * runs the same build.
 */
export async function runWorkers(program: string, { workers, port, host, logLevel, metrics }: Settings): Promise<void> {
  try {
    await assertPortFree(port, host);
  } catch (error) {
    console.error(isPortTaken(error) ? PORT_TAKEN : error);
    process.exit(1);
  }
  const group = new WorkerGroup(program, workers, openLog(logLevel));
  if (metrics) await serveGatheredMetrics(metrics, workers);
  process.on('SIGTERM', () => group.stop('SIGTERM'));
  process.on('SIGINT', () => group.stop('SIGINT'));
  watchParentProcess(() => group.stop('SIGTERM'));
  group.start();
}

async function serveGatheredMetrics(address: NonNullable<Settings['metrics']>, workers: number): Promise<void> {
  const { serveMetrics } = await import('#lib/platform/telemetry/metrics-server.server.ts');
  const { gatheredText } = await import('#lib/platform/telemetry/gathered-metrics.server.ts');
  const workerMetrics = new WorkerMetricsCollector();
  try {
    await serveMetrics(address, async () => gatheredText(workers, await workerMetrics.gather()));
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}
