import type { ApiAnswer } from '#lib/http/api-answer.ts';

/** Sends a change to the API. Rejects when there is no answer, or none that is ours. */
export async function sendApi<Data>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body: object = {},
): Promise<ApiAnswer<Data> & { httpStatus: number }> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const response = await fetch(path, { method, headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as ApiAnswer<Data>;
  return { ...answer, httpStatus: response.status };
}
