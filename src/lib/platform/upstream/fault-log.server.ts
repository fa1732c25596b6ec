import type { Logger } from 'pino';
import type { faultStore } from '#lib/platform/upstream/fault-store.server.ts';
import { areKeysRefused, statusOfKind, type UpstreamFault } from '#lib/platform/upstream/faults.ts';

export type UpstreamLog = Pick<Logger, 'warn' | 'error'>;

type FaultStore = ReturnType<typeof faultStore>;

const LOG_EVERY_MS = 60_000;

/**
 * Logs a fault of an external service immediately. Logs later faults of the same kind at most once a minute, with their
 * number. Also stores the number of faults for the owner.
 */
export class FaultLog {
  readonly #log: UpstreamLog | undefined;
  readonly #store: FaultStore | undefined;
  readonly #now: () => number;
  readonly #unloggedFaults = new Map<string, { fault: UpstreamFault; times: number }>();
  /** Routes whose last call succeeded. Another successful call to such a route writes nothing. */
  readonly #healthyRoutes = new Set<string>();
  readonly #pendingWrites = new Set<Promise<void>>();

  constructor(log?: UpstreamLog, store?: FaultStore, now = Date.now) {
    this.#log = log;
    this.#store = store;
    this.#now = now;
  }

  /**
   * Records a fault. Does not log `err` if the service responded with a status, because the response may quote the
   * request.
   */
  record(fault: UpstreamFault, err?: unknown): void {
    const key = `${fault.upstream} ${fault.route} ${fault.kind}`;
    this.#healthyRoutes.delete(`${fault.upstream} ${fault.route}`);
    const unloggedFault = this.#unloggedFaults.get(key);
    if (unloggedFault) unloggedFault.times += 1;
    else this.#report(key, fault, 1, err);
  }

  markRecovered(upstream: string, route: string): void {
    const key = `${upstream} ${route}`;
    if (this.#healthyRoutes.has(key)) return;
    this.#healthyRoutes.add(key);
    this.#write(async (store, at) => {
      await this.#storeCounts();
      await store.markRecovered(upstream, route, at);
    });
  }

  /** Stores the remaining numbers of faults. Must be awaited before the database is closed. */
  async settled(): Promise<void> {
    this.#write(() => this.#storeCounts());
    await Promise.all(this.#pendingWrites);
  }

  #report(key: string, fault: UpstreamFault, times: number, err?: unknown): void {
    const status = statusOfKind(fault.kind);
    const line = { ...fault, ...(status === undefined ? { err } : { status }), times };
    if (areKeysRefused(fault.kind) || fault.kind === 'signature')
      this.#log?.error(line, 'alarm: keys of an upstream are refused; see doctor');
    else this.#log?.warn(line, 'an upstream failed');
    this.#write((store, at) => store.add(fault, times, at));
    this.#unloggedFaults.set(key, { fault, times: 0 });
    setTimeout(() => this.#logAgain(key), LOG_EVERY_MS).unref();
  }

  #logAgain(key: string): void {
    const unloggedFault = this.#unloggedFaults.get(key);
    this.#unloggedFaults.delete(key);
    if (unloggedFault && unloggedFault.times > 0) this.#report(key, unloggedFault.fault, unloggedFault.times);
  }

  async #storeCounts(): Promise<void> {
    for (const unloggedFault of this.#unloggedFaults.values()) {
      const { fault, times } = unloggedFault;
      unloggedFault.times = 0;
      if (times > 0) await this.#store?.add(fault, times, this.#now());
    }
  }

  #write(work: (store: FaultStore, at: number) => Promise<void>): void {
    if (!this.#store) return;
    const writing = work(this.#store, this.#now())
      .catch((err: unknown) => this.#log?.warn({ err }, 'the fault of an upstream could not be counted'))
      .finally(() => this.#pendingWrites.delete(writing));
    this.#pendingWrites.add(writing);
  }
}
