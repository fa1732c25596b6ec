/** Leaves the reader open when the pipeline ends early, so that the rest can be drained. */
export async function* chunks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  while (!signal.aborted) {
    const chunk = await readUnlessAborted(reader, signal);
    if (!chunk) return;
    yield chunk;
  }
}

/** Waits for no slow sender once the signal has come. A race with one promise for all reads would keep every chunk in memory. */
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

/** Reads and throws away what is still on its way. */
export async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The sender has gone away.
  }
}
