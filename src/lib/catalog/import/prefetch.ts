/**
 * Yields the items, and requests the next item while the current item is processed. If that request fails, the error is
 * thrown when the next item is needed.
 */
export async function* prefetch<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  const requestNext = () => {
    const request = iterator.next();
    // Without this handler, a failure before the item is needed would be an unhandled rejection.
    request.catch(() => {});
    return request;
  };
  let pendingRequest = requestNext();
  try {
    for (;;) {
      const { done, value } = await pendingRequest;
      if (done) return;
      pendingRequest = requestNext();
      yield value;
    }
  } finally {
    // An error was thrown above, or the item is no longer needed.
    await pendingRequest.catch(() => {});
    await iterator.return?.();
  }
}
