import cluster, { type Worker } from 'node:cluster';
import type { WorkerMetrics } from '#lib/platform/telemetry/metrics.server.ts';

const MAX_WAIT_MS = 2_000;

interface MetricsRequest {
  question: 'metrics';
  number: number;
}
interface MetricsResponse {
  inReplyTo: number;
  metrics: WorkerMetrics;
}

/** Runs in the primary process. An unresponsive worker is left out, so that the others are still reported. */
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
      // A worker that has just exited does not respond; the timeout handles that.
      worker.send({ question: 'metrics', number } satisfies MetricsRequest, () => {});
    });
  }
}

export function replyWithMetrics(read: () => Promise<WorkerMetrics>): void {
  process.on('message', async ({ question, number }: Partial<MetricsRequest>) => {
    if (question !== 'metrics' || number === undefined) return;
    process.send?.({ inReplyTo: number, metrics: await read() } satisfies MetricsResponse);
  });
}
