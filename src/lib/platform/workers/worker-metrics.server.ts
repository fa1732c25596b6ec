import cluster, { type Worker } from 'node:cluster';
import type { WorkerMetrics } from '#lib/platform/telemetry/metrics.server.ts';

const MAX_WAIT_MS = 2_000;

interface MetricsRequest {
  type: 'metrics';
  number: number;
}
interface MetricsResponse {
  inReplyTo: number;
  metrics: WorkerMetrics;
}

/** Requests metrics from the workers, in the primary process. Unresponsive workers are left out. */
export class WorkerMetricsCollector {
  #requestCount = 0;

  async gather(): Promise<WorkerMetrics[]> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true);
    const responses = await Promise.all(workers.map((worker) => worker && this.#requestMetrics(worker)));
    return responses.filter((metrics) => metrics !== undefined);
  }

  #requestMetrics(worker: Worker): Promise<WorkerMetrics | undefined> {
    const number = this.#requestCount++;
    return new Promise((resolve) => {
      const onMessage = (message: Partial<MetricsResponse>) => {
        if (message?.inReplyTo === number) end(message.metrics);
      };
      const timer = setTimeout(() => end(undefined), MAX_WAIT_MS);
      function end(metrics: WorkerMetrics | undefined): void {
        clearTimeout(timer);
        worker.off('message', onMessage);
        resolve(metrics);
      }
      worker.on('message', onMessage);
      // A worker that has just exited does not respond. Then the timeout ends the request.
      worker.send({ type: 'metrics', number } satisfies MetricsRequest, () => {});
    });
  }
}

/** Answers the requests of `WorkerMetricsCollector`, in a worker. */
export function replyWithMetrics(read: () => Promise<WorkerMetrics>): void {
  process.on('message', async ({ type, number }: Partial<MetricsRequest>) => {
    if (type !== 'metrics' || number === undefined) return;
    process.send?.({ inReplyTo: number, metrics: await read() } satisfies MetricsResponse);
  });
}
