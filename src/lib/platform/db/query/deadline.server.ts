import { performance } from 'node:perf_hooks';

/** Returns a deadline as a value of `performance.now()`, which does not depend on the system clock. */
export function deadlineIn(ms: number): number {
  return performance.now() + ms;
}

export function msLeft(deadline: number): number {
  return deadline - performance.now();
}

/** Returns the promise's result, or `timed out` if the deadline passes first. */
export function within<T>(deadline: number, promise: Promise<T>): Promise<T | 'timed out'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('timed out'), Math.max(0, msLeft(deadline)));
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
