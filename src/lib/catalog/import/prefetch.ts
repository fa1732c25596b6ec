type Outcome<T> = { result: IteratorResult<T> } | { cause: unknown };

/**
 * Yields the items, and requests the next item while the current item is processed. If that request fails, the error is
 * thrown when the next item is needed.
 */
export async function* prefetch<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  const requestNext = (): Promise<Outcome<T>> =>
    iterator.next().then(
      (result) => ({ result }),
      (cause: unknown) => ({ cause }),
    );
  let pendingOutcome = requestNext();
  try {
    for (;;) {
      const outcome = await pendingOutcome;
      if ('cause' in outcome) throw outcome.cause;
      if (outcome.result.done) return;
      pendingOutcome = requestNext();
      yield outcome.result.value;
    }
  } finally {
    await pendingOutcome;
    await iterator.return?.();
  }
}
