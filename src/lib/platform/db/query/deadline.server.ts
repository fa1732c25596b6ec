import { performance } from 'node:perf_hooks';

/** On the clock of `performance.now()`, which a change of the system time does not move. */
export function deadlineIn(ms: number): number {
  return performance.now() + ms;
}

export function msLeft(deadline: number): number {
  return deadline - performance.now();
}

export function within<T>(deadline: number, promise: Promise<T>): Promise<T | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('late'), Math.max(0, msLeft(deadline)));
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
