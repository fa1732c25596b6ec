import { plainDocument } from '#lib/platform/http/plain-document.ts';

export const SERVICE_UNAVAILABLE =
  'The shop can’t do this just now, and nothing has been changed. Please try again in a minute.';
/** The message after a change that the database did not confirm, but may have made. */
export const OUTCOME_UNKNOWN =
  'We don’t know whether your change was saved. You can safely send it again: nothing is done twice.';

/** Returns a response with status 503: a page for browsers, JSON for other clients. */
export function serviceUnavailable(request: Request, message = SERVICE_UNAVAILABLE): Response {
  const headers = { 'retry-after': '5', 'cache-control': 'no-store' };
  if (!(request.headers.get('accept') ?? '').includes('text/html')) {
    return Response.json({ status: 'error', message, data: null }, { status: 503, headers });
  }
  const html = plainDocument({ title: 'Please try again', heading: 'Just a moment', text: message });
  return new Response(html, { status: 503, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } });
}
