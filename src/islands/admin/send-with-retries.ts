const INVALID_RESPONSE = 'Something went wrong. Reload the page to see what was saved.';
const NO_RESPONSE = 'The shop did not respond. Please try again later.';
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
const BUSY_STATUSES = [502, 503, 504];

/**
 * Sends a form and returns the JSON of the response. Retries for about a minute if the connection is lost or the
 * server is busy, so sending the form twice must have the same effect as sending it once. Throws an Error whose message
 * can be shown to the user.
 */
export async function sendWithRetries(action: string, body: FormData, onRetry: () => void): Promise<unknown> {
  for (const delayMs of [...RETRY_DELAYS_MS, undefined]) {
    const response = await fetch(action, { method: 'POST', body, headers: { accept: 'application/json' } }).catch(
      () => {
        // The connection was lost.
        return undefined;
      },
    );
    if (response && !BUSY_STATUSES.includes(response.status)) return parseJson(response);
    if (delayMs === undefined) break;
    onRetry();
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  throw new Error(NO_RESPONSE);
}

/** Returns the JSON of a response. Throws an Error with `message` if the response is not JSON. */
export function parseJson(response: Response, message = INVALID_RESPONSE): Promise<unknown> {
  return response.json().catch((cause: unknown) => {
    throw new Error(message, { cause });
  });
}
