import cluster from 'node:cluster';

export const ALIVE_EVERY_MS = 500;

export type WorkerMessage = 'open' | 'alive';

export interface WorkerSlot {
  number: number;
  /** Runs what one process of the machine has to do. */
  isFirst: boolean;
  isOneOfSeveral: boolean;
  /** How many take connections of this port. */
  workers: number;
  /** Others answer meanwhile, so it takes no connections before it is as fast as they are. */
  standsIn: boolean;
  sayOpen(): void;
}

/** A process without `WORKERS` is the first and only one. */
export function joinWorkers(workers: number): WorkerSlot {
  if (!cluster.isWorker)
    return { number: 0, isFirst: true, isOneOfSeveral: false, workers: 1, standsIn: false, sayOpen() {} };
  const say = (message: WorkerMessage) => void process.send?.(message);
  return {
    number: Number(process.env.WORKER_SLOT),
    isFirst: process.env.WORKER_SLOT === '0',
    isOneOfSeveral: true,
    workers,
    standsIn: process.env.WORKER_STANDS_IN === '1',
    sayOpen() {
      say('open');
      setInterval(() => say('alive'), ALIVE_EVERY_MS).unref();
    },
  };
}
