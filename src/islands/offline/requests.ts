/**
 * Requests without a response are aborted, because they would occupy all of the few connections of a browser, and lock
 * the file in the HTTP cache.
 */
const FILE_TIMEOUT_MS = 10_000;

/** Aborts a request without a response after `timeoutMs`; a response that has begun may take longer. */
export function fetchWithTimeout(request: Request, timeoutMs = FILE_TIMEOUT_MS): Promise<Response> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  return fetch(request, { signal: controller.signal }).finally(() => clearTimeout(timer));
}

/** Resolves to the result, or to `undefined` if `result` rejects, so that the caller can try another source. */
export function orUndefined<T>(result: Promise<T>): Promise<T | undefined> {
  return result.catch(() => {
    // The caller has another source.
    return undefined;
  });
}

/** Resolves to the result, or to `undefined` after `ms`. */
export function withTimeout<T>(result: Promise<T>, ms: number): Promise<T | undefined> {
  return Promise.race([result, new Promise<undefined>((resolve) => setTimeout(resolve, ms))]);
}
