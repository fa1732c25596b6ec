import cluster from 'node:cluster';

export const ALIVE_EVERY_MS = 500;

export type WorkerMessage = 'open' | 'alive';

/** The role of this process among the workers. */
export interface WorkerSlot {
  number: number;
  /** Whether this process runs the work that only one process per machine may do. */
  isFirst: boolean;
  /** The number of processes that accept connections on the shop's port. */
  workerCount: number;
  /**
   * Whether this process replaces a worker while other workers respond. If so, it accepts connections only once it is
   * as fast as the other workers.
   */
  isReplacement: boolean;
  /** Reports to the primary process that this process accepts connections, and from then on that it is alive. */
  reportOpen(): void;
}

/** Returns the slot of this process. If the shop has only one process, it is the first slot. */
export function currentWorkerSlot(workerCount: number): WorkerSlot {
  if (!cluster.isWorker) return { number: 0, isFirst: true, workerCount: 1, isReplacement: false, reportOpen() {} };
  const send = (message: WorkerMessage) => void process.send?.(message);
  return {
    number: Number(process.env.WORKER_SLOT),
    isFirst: process.env.WORKER_SLOT === '0',
    workerCount,
    isReplacement: process.env.WORKER_STANDS_IN === '1',
    reportOpen() {
      send('open');
      setInterval(() => send('alive'), ALIVE_EVERY_MS).unref();
    },
  };
}
