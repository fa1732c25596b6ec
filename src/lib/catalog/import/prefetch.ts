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
      const answer = await coming;
      if ('cause' in answer) throw answer.cause;
      if (answer.result.done) return;
      coming = ask();
      yield answer.result.value;
    }
  } finally {
    await coming;
    await iterator.return?.();
  }
}
