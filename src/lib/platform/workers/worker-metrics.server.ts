import cluster, { type Worker } from 'node:cluster';
import type { WorkerMetrics } from '#lib/platform/telemetry/metrics.server.ts';

const ANSWER_WITHIN_MS = 2_000;

interface Question {
  question: 'metrics';
  number: number;
}
interface Answer {
  inReplyTo: number;
  metrics: WorkerMetrics;
}

/** In the supervising process. An unresponsive worker is left out, so that it does not hide the others. */
export class MetricsOfWorkers {
  #questions = 0;

  async gather(): Promise<WorkerMetrics[]> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true);
    const answers = await Promise.all(workers.map((worker) => worker && this.#requestMetrics(worker)));
    return answers.filter((metrics) => metrics !== undefined);
  }

  #requestMetrics(worker: Worker): Promise<WorkerMetrics | undefined> {
    const number = this.#questions++;
    return new Promise((resolve) => {
      const onMessage = (message: Partial<Answer>) => {
        if (message?.inReplyTo === number) end(message.metrics);
      };
      const timer = setTimeout(() => end(undefined), ANSWER_WITHIN_MS);
      function end(metrics: WorkerMetrics | undefined): void {
        clearTimeout(timer);
        worker.off('message', onMessage);
        resolve(metrics);
      }
      worker.on('message', onMessage);
      // One that has just ended gives no response, which the timeout handles.
      worker.send({ question: 'metrics', number } satisfies Question, () => {});
    });
  }
}

export function replyWithMetrics(read: () => Promise<WorkerMetrics>): void {
  process.on('message', async ({ question, number }: Partial<Question>) => {
    if (question !== 'metrics' || number === undefined) return;
    process.send?.({ inReplyTo: number, metrics: await read() } satisfies Answer);
  });
}
