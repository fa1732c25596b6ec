import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';

/** Kysely has no way to hand a deadline to the driver that it asks for a connection. */
const deadlines = new AsyncLocalStorage<number | undefined>();

/** A moment of `performance.now()`, the clock that nobody can set. */
export function deadlineIn(ms: number): number {
  return performance.now() + ms;
}

export function msLeft(deadline: number): number {
  return deadline - performance.now();
}

/** Connections that `ask` asks for are waited for until `deadline`, and given back by then. */
export function askingUntil<T>(deadline: number, ask: () => Promise<T>): Promise<T> {
  return deadlines.run(deadline, ask);
}

/** What is done with the connection may ask for others, which have a time of their own. */
export function askingAnew<T>(work: () => Promise<T>): Promise<T> {
  return deadlines.run(undefined, work);
}

/** Until when the present asker waits: `otherwiseMs` from now unless it said so. */
export function askersDeadline(otherwiseMs: number): number {
  return deadlines.getStore() ?? deadlineIn(otherwiseMs);
}

/** What `promise` gives, or `late` when it does not by the deadline. */
export function within<T>(deadline: number, promise: Promise<T>): Promise<T | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('late'), Math.max(0, msLeft(deadline)));
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
