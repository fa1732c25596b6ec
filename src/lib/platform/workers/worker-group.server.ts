import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { isStopped } from '#lib/platform/workers/process-state.server.ts';
import { ALIVE_EVERY_MS, type WorkerMessage } from '#lib/platform/workers/worker-slot.server.ts';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** Who lived longer fell over something new, and is started anew at once. */
const LONG_LIFE_MS = 60_000;
const LOOK_EVERY_MS = ALIVE_EVERY_MS;
/** Two seconds without a sign: no page takes as long. */
const LOOKS_UNTIL_UNRESPONSIVE = 4;
/** A worker that is only busy gets five seconds. */
const LOOKS_UNTIL_KILLED = 10;
/** Workers end within 25 seconds of their own accord. */
const LONGEST_STOP_MS = 28_000;

interface Seat {
  number: number;
  worker: Worker;
  begunAt: number;
  isOpen: boolean;
  looksWithoutSign: number;
}

/**
 * Keeps so many processes at work, each started anew when it ends or does not respond. All accept connections from one
 * socket, so the others take those that an unresponsive worker leaves.
 */
export class WorkerGroup {
  readonly #program: string;
  readonly #workers: number;
  readonly #log: Logger;
  readonly #seats = new Map<number, Seat>();
  readonly #pauses = new Map<number, number>();
  #wasOpen = false;
  #stopping: NodeJS.Signals | undefined;
  #exitCode = 0;

  constructor(program: string, workers: number, log: Logger) {
    this.#program = program;
    this.#workers = workers;
    this.#log = log;
  }

  /** The first one migrates and loads before the others begin. */
  start(): void {
    // Workers take connections themselves. By default the primary deals them out in turn, also to one that is stopped.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: this.#program, silent: false });
    this.#fork(0);
    setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  stop(signal: NodeJS.Signals): void {
    const isSecond = this.#stopping !== undefined;
    this.#stopping = signal;
    for (const { worker } of this.#seats.values()) worker.process.kill(signal);
    if (isSecond) return;
    this.#log.info({ signal, workers: this.#seats.size }, 'stopping');
    setTimeout(() => this.#killAll(), LONGEST_STOP_MS);
    this.#endWhenEmpty();
  }

  #fork(number: number): void {
    const isAnyOpen = [...this.#seats.values()].some(({ isOpen }) => isOpen);
    const worker = cluster.fork({ WORKER_SLOT: String(number), WORKER_STANDS_IN: isAnyOpen ? '1' : '0' });
    const seat: Seat = { number, worker, begunAt: performance.now(), isOpen: false, looksWithoutSign: 0 };
    this.#seats.set(number, seat);
    worker.on('message', (message: WorkerMessage) => this.#hear(seat, message));
    worker.once('exit', (code, signal) => this.#ended(seat, code, signal as NodeJS.Signals | null));
  }

  #hear(seat: Seat, message: WorkerMessage | object): void {
    seat.looksWithoutSign = 0;
    if (message !== 'open') return;
    seat.isOpen = true;
    if (this.#wasOpen) return;
    this.#wasOpen = true;
    if (this.#stopping) return;
    for (let number = 1; number < this.#workers; number++) this.#fork(number);
  }

  #ended({ number, begunAt }: Seat, code: number | null, signal: NodeJS.Signals | null): void {
    this.#seats.delete(number);
    const isWell = code === 0 || (signal !== null && signal === this.#stopping);
    if (this.#stopping) {
      if (!isWell) this.#exitCode = 1;
      this.#endWhenEmpty();
      return;
    }
    // What keeps the first from opening keeps all: it has said what, and a supervisor has its own patience.
    if (!this.#wasOpen) process.exit(code || 1);
    const pauseMs = this.#pauseOf(number, performance.now() - begunAt);
    this.#log.error({ worker: number, code, signal, pauseMs }, 'a worker ended; it is started anew');
    setTimeout(() => {
      if (!this.#stopping) this.#fork(number);
    }, pauseMs);
  }

  #pauseOf(number: number, livedMs: number): number {
    const before = this.#pauses.get(number) ?? 0;
    const pauseMs = livedMs > LONG_LIFE_MS ? 0 : Math.min(MAX_PAUSE_MS, before * 2 || FIRST_PAUSE_MS);
    this.#pauses.set(number, pauseMs);
    return pauseMs;
  }

  /** Counted in looks, so that a machine that slept finds no worker guilty. */
  #look(): void {
    for (const seat of this.#seats.values()) {
      if (!seat.isOpen || this.#stopping) continue;
      seat.looksWithoutSign += 1;
      if (seat.looksWithoutSign >= LOOKS_UNTIL_UNRESPONSIVE) this.#judge(seat);
    }
  }

  /** A stopped process never ends by itself what it holds: connections, and the write lock of SQLite. */
  #judge({ number, worker, looksWithoutSign }: Seat): void {
    const stopped = isStopped(worker.process.pid);
    if (looksWithoutSign === LOOKS_UNTIL_UNRESPONSIVE)
      this.#log.warn({ worker: number, stopped }, 'a worker does not respond');
    if (!stopped && looksWithoutSign < LOOKS_UNTIL_KILLED) return;
    this.#log.error({ worker: number, stopped }, 'a worker that does not respond is killed');
    worker.process.kill('SIGKILL');
  }

  #killAll(): void {
    for (const { worker } of this.#seats.values()) worker.process.kill('SIGKILL');
  }

  #endWhenEmpty(): void {
    if (this.#seats.size === 0) process.exit(this.#exitCode);
  }
}
