import { type Action, requestOf } from '#islands/offline/actions.ts';
import { type ApiResponse, sendToApi } from '#islands/ui/api-response.ts';

/** The HTTP status of the response for an action that will be sent when the network is available. */
export const QUEUED_STATUS = 202;
const QUEUED_MESSAGE = 'No network. This will be sent when you are back online.';
const TIMEOUT_MS = 10_000;

export type ActionResponse<Data> = ApiResponse<Data | null> & { httpStatus: number };

/** Sends an action, which the server performs once per key. Rejects if there is no JSON response in time. */
export function sendAction<Data>(
  action: Action,
  key: string,
  headers: Record<string, string> = {},
): Promise<ActionResponse<Data>> {
  const { method, path, body } = requestOf(action);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return sendToApi<Data | null>(method, path, body, { headers: { ...headers, 'idempotency-key': key }, signal });
}

/** Returns the response for a queued action. */
export function queuedResponse(): ActionResponse<null> {
  return { status: 'success', message: QUEUED_MESSAGE, data: null, httpStatus: QUEUED_STATUS };
}

export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
