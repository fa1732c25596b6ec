import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** Renders by Astro; a missing page is its 404 page, and `undefined` when a write meets no route. */
export type PageRenderer = (source: Request | IncomingMessage, locals: App.Locals) => Promise<Response | undefined>;

/** A whole answer, not yet sent. */
export interface RenderedAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** Rejects when the answer broke off while it was made, or failed without a word, as when 500.astro fails itself. */
export async function renderAnswer(
  render: PageRenderer,
  source: Request | IncomingMessage,
  locals: App.Locals,
): Promise<RenderedAnswer | undefined> {
  const response = await render(source, locals);
  if (!response) return undefined;
  const body = Buffer.from(await response.arrayBuffer());
  const isSilent = response.status >= 500 && body.length === 0 && source.method !== 'HEAD';
  if (isSilent) throw new Error('The page of failures failed, too.');
  return { status: response.status, headers: headersOf(response), body };
}

/** A request that no client sent: a page for everyone knows no cookie and no address. */
export function sharedRequest(address: string, host: string): Request {
  return new Request(`http://${host}${address}`, { headers: { host, accept: 'text/html' } });
}

function headersOf({ headers }: Response): OutgoingHttpHeaders {
  const cookies = headers.getSetCookie();
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) };
}
