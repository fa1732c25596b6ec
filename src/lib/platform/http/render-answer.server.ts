import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { DrawnPage } from '#lib/platform/http/drawn-page.server.ts';

/** A missing page gives the 404 page; `undefined` is a write without a route. */
export type PageRenderer = (
  source: Request | IncomingMessage,
  locals: App.Locals,
) => Promise<RenderedAnswer | undefined>;

export interface RenderedAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** Throws when the answer breaks off, or when 500.astro fails itself. */
export async function readAnswer(response: Response, method: string | undefined): Promise<RenderedAnswer> {
  const body = response instanceof DrawnPage ? response.takeBytes() : Buffer.from(await response.arrayBuffer());
  const isSilent = response.status >= 500 && body.length === 0 && method !== 'HEAD';
  if (isSilent) throw new Error('The page of failures failed, too.');
  return { status: response.status, headers: headersOf(response), body };
}

/** Astro's own has a signal, by which V8 keeps all that a request holds until its next large collection. */
export function readRequest({ url = '/', method, headers }: IncomingMessage): Request {
  const entries = Object.entries(headers).flatMap(([name, value = []]) => [value].flat().map((each) => [name, each]));
  return new Request(`http://${headers.host}${url}`, { method, headers: entries as [string, string][] });
}

export function sharedRequest(address: string, host: string): Request {
  return new Request(`http://${host}${address}`, { headers: { host, accept: 'text/html' } });
}

function headersOf({ headers }: Response): OutgoingHttpHeaders {
  const cookies = headers.getSetCookie();
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) };
}
