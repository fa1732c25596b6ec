/** Long work that yields where it may be interrupted, at least ten times per millisecond. */
export type Steps<T> = Generator<void, T>;

/** Runs all steps without interruption, and returns the result. */
export function runSync<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export function* mapped<T, U>(items: Iterable<T>, make: (item: T) => U): Iterable<U> {
  for (const item of items) yield make(item);
}
