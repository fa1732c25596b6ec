import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { MAX_BODY_BYTES } from '#lib/platform/http/guards.server.ts';
import { RenderedPage } from '#lib/platform/http/pages/rendered-page.server.ts';
import { takeStream } from '#lib/platform/http/pages/streamed-response.server.ts';

const TEXT_WITHOUT_CHARSET = /^text\/[\w.+-]+$/;

/** Renders a response. Renders the 404 page for a missing page, and returns undefined for a write without a route. */
export type PageRenderer = (
  source: Request | IncomingMessage,
  locals: App.Locals,
) => Promise<RenderedResponse | undefined>;

export interface RenderedResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** A stream that is sent instead of the body, so that the whole download is never in memory. */
  stream?: Readable;
}

/**
 * Reads the body of a response, except for a stream. Throws if the body is interrupted, or if 500.astro itself fails.
 */
export async function readResponse(response: Response, method: string | undefined): Promise<RenderedResponse> {
  const stream = takeStream(response);
  if (stream) return { status: response.status, headers: headersOf(response), body: Buffer.alloc(0), stream };
  const body = response instanceof RenderedPage ? response.toBytes() : Buffer.from(await response.arrayBuffer());
  const isEmptyError = response.status >= 500 && body.length === 0 && method !== 'HEAD';
  if (isEmptyError) throw new Error('The error page failed too.');
  return { status: response.status, headers: headersOf(response), body };
}

/**
 * Returns the request for Astro. The request that Astro's adapter creates has an abort signal, which keeps the whole
 * request in memory until V8's next major garbage collection.
 */
export function webRequest(req: IncomingMessage): Request {
  const { url = '/', method, headers } = req;
  const headerPairs = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((singleValue) => [name, singleValue]),
  );
  const init = { method, headers: headerPairs as [string, string][] };
  const absoluteUrl = `http://${headers.host}${url}`;
  if (method === 'GET' || method === 'HEAD') return new Request(absoluteUrl, init);
  const body = ReadableStream.from(bodyOf(req)) as unknown as BodyInit;
  const writeInit: RequestInit & { duplex: 'half' } = { ...init, body, duplex: 'half' };
  return new Request(absoluteUrl, writeInit);
}

/**
 * Yields the chunks of the body. Does not close the request if the reader stops early, because `closeIfBodyIsUnread`
 * reads the rest. Throws if the body is larger than any form.
 */
async function* bodyOf(req: IncomingMessage): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('The body is larger than any form.');
    yield chunk;
  }
}

/** Returns the request for a shared page, without the visitor's headers. `url` is a path with a query. */
export function sharedRequest(url: string, host: string): Request {
  return new Request(`http://${host}${url}`, { headers: { host, accept: 'text/html' } });
}

function headersOf({ headers }: Response): OutgoingHttpHeaders {
  const cookies = headers.getSetCookie();
  const type = headers.get('content-type');
  if (type !== null && TEXT_WITHOUT_CHARSET.test(type)) headers.set('content-type', `${type}; charset=utf-8`);
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) };
}
