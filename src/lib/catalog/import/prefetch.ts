type Answer<T> = { result: IteratorResult<T> } | { cause: unknown };

/** Asks for the next while the last is used; that it fails is told when its turn comes. */
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
