/** Reads a body until its end, or until `signal` aborts. Does not cancel the body: the front server reads the rest. */
export async function* bodyChunks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  while (!signal.aborted) {
    const chunk = await readUnlessAborted(reader, signal);
    if (!chunk) return;
    yield chunk;
  }
}

/** Returns undefined at the end or on abort. With `Promise.race`, the abort promise would keep all chunks in memory. */
function readUnlessAborted(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
    reader
      .read()
      .then(({ value }) => resolve(value), reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}
