import { type Action, requestOf } from '#islands/offline/actions.ts';
import { type ApiResponse, sendApi } from '#islands/ui/api-response.ts';

/** The status of an action that waits for the network. */
export const QUEUED_STATUS = 202;
const QUEUED = 'No network. This will be sent when you are back online.';
const TIMEOUT_MS = 10_000;

export type ActionResponse<Data> = ApiResponse<Data | null> & { httpStatus: number };

/** The server performs an action once per key, however often it is sent. Rejects if there is no response in time. */
export function sendAction<Data>(
  action: Action,
  key: string,
  headers: Record<string, string> = {},
): Promise<ActionResponse<Data>> {
  const { method, path, body } = requestOf(action);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return sendApi<Data | null>(method, path, body, { headers: { ...headers, 'idempotency-key': key }, signal });
}

/** Replaces the response to an action that is queued. */
export function queuedResponse(): ActionResponse<null> {
  return { status: 'success', message: QUEUED, data: null, httpStatus: QUEUED_STATUS };
}

export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
