import cluster, { type Worker } from 'node:cluster';
import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { ALIVE_EVERY_MS, type WorkerMessage } from '#lib/platform/workers/worker-slot.server.ts';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** A worker that ran longer than this is restarted without a pause. */
const LONG_RUN_MS = 60_000;
const CHECK_EVERY_MS = ALIVE_EVERY_MS;
/** The number of checks in two seconds. No page takes that long. */
const CHECKS_UNTIL_UNRESPONSIVE = 4;
/** The number of checks in five seconds. A worker that is not stopped may be busy, so it is killed only then. */
const CHECKS_UNTIL_KILLED = 10;
/** The time after which remaining workers are killed. By themselves, workers stop within 25 seconds. */
const MAX_STOP_MS = 28_000;
/** The state follows the process name, which is in parentheses and may contain any character (proc_pid_stat(5)). */
const STOPPED_STATE = /\) [Tt] /;

interface Slot {
  number: number;
  worker: Worker;
  startedAt: number;
  isOpen: boolean;
  missedChecks: number;
}

/**
 * Runs several worker processes, and restarts a worker when it exits or does not respond. All workers accept
 * connections from one socket, so the other workers take over from an unresponsive worker.
 */
export class WorkerGroup {
  readonly #program: string;
  readonly #workerCount: number;
  readonly #log: Logger;
  readonly #slots = new Map<number, Slot>();
  readonly #lastPausesMs = new Map<number, number>();
  #wasOpen = false;
  #stopSignal: NodeJS.Signals | undefined;
  #exitCode = 0;

  constructor(program: string, workerCount: number, log: Logger) {
    this.#program = program;
    this.#workerCount = workerCount;
    this.#log = log;
  }

  /** Starts the first worker. The others start once the first has migrated the database and accepts connections. */
  start(): void {
    // Workers accept connections themselves. By default, the primary process would distribute them, even to a worker
    // that is stopped.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: this.#program, silent: false });
    this.#fork(0);
    setInterval(() => this.#check(), CHECK_EVERY_MS);
  }

  stop(signal: NodeJS.Signals): void {
    const isSecondSignal = this.#stopSignal !== undefined;
    this.#stopSignal = signal;
    this.#killAll(signal);
    if (isSecondSignal) return;
    this.#log.info({ signal, workers: this.#slots.size }, 'stopping');
    setTimeout(() => this.#killAll('SIGKILL'), MAX_STOP_MS);
    this.#endWhenEmpty();
  }

  #fork(number: number): void {
    const isAnyOpen = [...this.#slots.values()].some(({ isOpen }) => isOpen);
    const worker = cluster.fork({ WORKER_SLOT: String(number), WORKER_STANDS_IN: isAnyOpen ? '1' : '0' });
    const slot: Slot = { number, worker, startedAt: performance.now(), isOpen: false, missedChecks: 0 };
    this.#slots.set(number, slot);
    worker.on('message', (message: WorkerMessage) => this.#onMessage(slot, message));
    worker.once('exit', (code, signal) => this.#onExit(slot, code, signal as NodeJS.Signals | null));
  }

  #onMessage(slot: Slot, message: WorkerMessage | object): void {
    slot.missedChecks = 0;
    if (message !== 'open') return;
    slot.isOpen = true;
    if (this.#wasOpen) return;
    this.#wasOpen = true;
    if (this.#stopSignal) return;
    for (let number = 1; number < this.#workerCount; number++) this.#fork(number);
  }

  #onExit({ number, startedAt }: Slot, code: number | null, signal: NodeJS.Signals | null): void {
    this.#slots.delete(number);
    if (this.#stopSignal) {
      if (code !== 0 && signal !== this.#stopSignal) this.#exitCode = 1;
      this.#endWhenEmpty();
      return;
    }
    // If the first worker can't start, no worker can. It has logged the reason, and the service manager decides whether
    // to restart the shop.
    if (!this.#wasOpen) process.exit(code || 1);
    const pauseMs = this.#nextPauseMs(number, performance.now() - startedAt);
    this.#log.error({ worker: number, code, signal, pauseMs }, 'a worker exited; it will be restarted');
    setTimeout(() => {
      if (!this.#stopSignal) this.#fork(number);
    }, pauseMs);
  }

  #nextPauseMs(number: number, runMs: number): number {
    const lastPauseMs = this.#lastPausesMs.get(number) ?? 0;
    const pauseMs = runMs > LONG_RUN_MS ? 0 : Math.min(MAX_PAUSE_MS, lastPauseMs * 2 || FIRST_PAUSE_MS);
    this.#lastPausesMs.set(number, pauseMs);
    return pauseMs;
  }

  /** Counts checks instead of measuring time, so that workers are not killed after the machine was suspended. */
  #check(): void {
    for (const slot of this.#slots.values()) {
      if (!slot.isOpen || this.#stopSignal) continue;
      slot.missedChecks += 1;
      if (slot.missedChecks >= CHECKS_UNTIL_UNRESPONSIVE) this.#handleUnresponsive(slot);
    }
  }

  /** A stopped process is killed earlier, because it never releases its connections and SQLite's write lock. */
  #handleUnresponsive({ number, worker, missedChecks }: Slot): void {
    const isWorkerStopped = isStopped(worker.process.pid);
    if (missedChecks === CHECKS_UNTIL_UNRESPONSIVE)
      this.#log.warn({ worker: number, stopped: isWorkerStopped }, 'a worker does not respond');
    if (!isWorkerStopped && missedChecks < CHECKS_UNTIL_KILLED) return;
    this.#log.error({ worker: number, stopped: isWorkerStopped }, 'killing a worker that does not respond');
    worker.process.kill('SIGKILL');
  }

  #killAll(signal: NodeJS.Signals): void {
    for (const { worker } of this.#slots.values()) worker.process.kill(signal);
  }

  #endWhenEmpty(): void {
    if (this.#slots.size === 0) process.exit(this.#exitCode);
  }
}

/** Returns whether a signal or a debugger has stopped the process. On systems without /proc, returns false. */
function isStopped(pid: number | undefined): boolean {
  try {
    return STOPPED_STATE.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    // The process has ended, or this is not Linux. In both cases, the caller waits longer before it kills the process.
    return false;
  }
}
