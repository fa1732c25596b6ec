export const SERVICE_UNAVAILABLE =
  'The shop can’t do this just now, and nothing has been changed. Please try again in a minute.';
export const UNSEEN = 'We could not see whether it went through. Pressing again is safe: nothing is done twice.';

/** A page needs the database for its header, so this one stands alone. */
export function serviceUnavailable(request: Request, message = SERVICE_UNAVAILABLE): Response {
  const headers = { 'retry-after': '5', 'cache-control': 'no-store' };
  if (!(request.headers.get('accept') ?? '').includes('text/html')) {
    return Response.json({ status: 'error', message, data: null }, { status: 503, headers });
  }
  const html = `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Please try again</title></head><body><main><h1>Just a moment</h1><p>${message}</p></main></body></html>`;
  return new Response(html, { status: 503, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } });
}
