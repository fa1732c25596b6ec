import { performance } from 'node:perf_hooks';

/** A moment of `performance.now()`, the clock that nobody can set. */
export function deadlineIn(ms: number): number {
  return performance.now() + ms;
}

export function msLeft(deadline: number): number {
  return deadline - performance.now();
}

/** What `promise` gives, or `late` when it does not by the deadline. */
export function within<T>(deadline: number, promise: Promise<T>): Promise<T | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('late'), Math.max(0, msLeft(deadline)));
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
