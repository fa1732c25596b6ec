type Outcome<T> = { result: IteratorResult<T> } | { cause: unknown };

/**
 * Requests the next item while the current one is processed. An error of that request is thrown when its item is due.
 */
export async function* prefetch<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  const requestNext = (): Promise<Outcome<T>> =>
    iterator.next().then(
      (result) => ({ result }),
      (cause: unknown) => ({ cause }),
    );
  let pending = requestNext();
  try {
    for (;;) {
      const next = await pending;
      if ('cause' in next) throw next.cause;
      if (next.result.done) return;
      pending = requestNext();
      yield next.result.value;
    }
  } finally {
    await pending;
    await iterator.return?.();
  }
}
