type Answer<T> = { result: IteratorResult<T> } | { cause: unknown };

/** Requests the next item while the current one is processed. Its failure is thrown when it is reached. */
export async function* prefetch<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  const ask = (): Promise<Answer<T>> =>
    iterator.next().then(
      (result) => ({ result }),
      (cause: unknown) => ({ cause }),
    );
  let coming = ask();
  try {
    for (;;) {
      const next = await coming;
      if ('cause' in next) throw next.cause;
      if (next.result.done) return;
      coming = ask();
      yield next.result.value;
    }
  } finally {
    await coming;
    await iterator.return?.();
  }
}
