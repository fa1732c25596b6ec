const BROKEN = 'Something broke. Load the page again to see what was saved.';
const NO_CONNECTION = 'There is no connection. Please try again later.';
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
const BUSY_STATUSES = [502, 503, 504];

/**
 * Sends a form and returns the JSON of the response. Tries again while the connection is lost or the server is busy, so
 * the request must have the same effect when it is repeated. Throws an Error whose message is for the person.
 */
export async function sendWithRetries(action: string, body: FormData, onWait: () => void): Promise<unknown> {
  for (const waitMs of [...WAITS_MS, undefined]) {
    const response = await fetch(action, { method: 'POST', body, headers: { accept: 'application/json' } }).catch(
      () => {
        // The connection was lost.
        return undefined;
      },
    );
    if (response && !BUSY_STATUSES.includes(response.status)) return jsonOf(response);
    if (waitMs === undefined) break;
    onWait();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  throw new Error(NO_CONNECTION);
}

/** Throws an Error whose message is for the person. */
export function jsonOf(response: Response): Promise<unknown> {
  return response.json().catch((cause: unknown) => {
    throw new Error(BROKEN, { cause });
  });
}
