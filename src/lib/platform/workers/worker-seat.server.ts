import cluster from 'node:cluster';

/** Where each worker has a socket of its own on one port, none is needed that hands connections out. */
const HAS_REUSE_PORT = process.platform === 'linux' || process.platform === 'freebsd';
const ALIVE_EVERY_MS = 5_000;

export type WorkerMessage = 'open' | 'alive';

export interface WorkerSeat {
  number: number;
  /** Runs what one process of the machine has to do. */
  isFirst: boolean;
  isOneOfSeveral: boolean;
  /** How many take connections of this port. */
  workers: number;
  reusePort: boolean;
  sayOpen(): void;
}

/** A process without `WORKERS` is the first and only one. */
export function takeSeat(workers: number): WorkerSeat {
  if (!cluster.isWorker)
    return { number: 0, isFirst: true, isOneOfSeveral: false, workers: 1, reusePort: false, sayOpen() {} };
  const say = (message: WorkerMessage) => void process.send?.(message);
  return {
    number: Number(process.env.WORKER_SEAT),
    isFirst: process.env.WORKER_SEAT === '0',
    isOneOfSeveral: true,
    workers,
    reusePort: HAS_REUSE_PORT,
    sayOpen() {
      say('open');
      setInterval(() => say('alive'), ALIVE_EVERY_MS).unref();
    },
  };
}
