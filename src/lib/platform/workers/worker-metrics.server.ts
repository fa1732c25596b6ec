import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { WorkerMetrics } from '#lib/platform/telemetry/metrics.server.ts';

const MAX_WAIT_MS = 2_000;

interface MetricsRequest {
  type: 'metrics';
  id: string;
}
interface MetricsResponse {
  inReplyTo: string;
  metrics: WorkerMetrics;
}

/** Requests metrics from the workers, in the primary process. Unresponsive workers are left out. */
export async function gatherWorkerMetrics(): Promise<WorkerMetrics[]> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true);
  const responses = await Promise.all(workers.map((worker) => worker && requestMetrics(worker)));
  return responses.filter((metrics) => metrics !== undefined);
}

function requestMetrics(worker: Worker): Promise<WorkerMetrics | undefined> {
  const id = randomUUID();
  return new Promise((resolve) => {
    const onMessage = (message: Partial<MetricsResponse>) => {
      if (message?.inReplyTo === id) end(message.metrics);
    };
    const timer = setTimeout(() => end(undefined), MAX_WAIT_MS);
    function end(metrics: WorkerMetrics | undefined): void {
      clearTimeout(timer);
      worker.off('message', onMessage);
      resolve(metrics);
    }
    worker.on('message', onMessage);
    // If the worker has just exited and does not respond, the timeout ends the request.
    worker.send({ type: 'metrics', id } satisfies MetricsRequest, () => {});
  });
}

/** Answers the requests of `gatherWorkerMetrics`, in a worker. */
export function replyWithMetrics(readMetrics: () => Promise<WorkerMetrics>): void {
  process.on('message', async ({ type, id }: Partial<MetricsRequest>) => {
    if (type !== 'metrics' || id === undefined) return;
    process.send?.({ inReplyTo: id, metrics: await readMetrics() } satisfies MetricsResponse);
  });
}
