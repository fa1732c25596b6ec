export interface ApiResponse<Data> {
  status: 'success' | 'error';
  message: string;
  data: Data;
  /** Errors by field name (HTTP status 422). */
  fields?: Record<string, string>;
}

/**
 * The maximum length of a `keepalive` body, which is far below 64 kB, the browsers' limit for the bodies of all
 * `keepalive` requests together.
 */
const MAX_KEEPALIVE_CHARACTERS = 8_000;

/** Sends a GET request. Rejects if the request fails or the response is not JSON. */
export async function getFromApi<Data>(
  path: string,
  signal?: AbortSignal,
): Promise<ApiResponse<Data> & { httpStatus: number }> {
  const response = await fetch(path, { headers: { accept: 'application/json' }, ...(signal ? { signal } : {}) });
  const body = (await response.json()) as ApiResponse<Data>;
  return { ...body, httpStatus: response.status };
}

/** Sends a request with a JSON body. Rejects if the request fails or the response is not JSON. */
export async function sendToApi<Data>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body: object = {},
  { headers: extraHeaders, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<ApiResponse<Data> & { httpStatus: number }> {
  const headers = { ...extraHeaders, 'content-type': 'application/json', accept: 'application/json' };
  const json = JSON.stringify(body);
  // The request continues when the page is left right after a click. Browsers reject `keepalive` for large bodies.
  const keepalive = json.length <= MAX_KEEPALIVE_CHARACTERS;
  const response = await fetch(path, { method, headers, body: json, keepalive, ...(signal ? { signal } : {}) });
  const responseBody = (await response.json()) as ApiResponse<Data>;
  return { ...responseBody, httpStatus: response.status };
}
