import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';

const ENTITY_TAG = /"[^"]*"/g;
/** Headers that describe a body. A 304 has no body (RFC 9110, 15.4.5). */
const BODY_HEADERS = ['content-length', 'content-type', 'content-encoding', 'content-disposition', 'content-range'];

interface Validators {
  etag?: OutgoingHttpHeader | undefined;
  lastModified?: OutgoingHttpHeader | undefined;
}

/**
 * Returns whether to respond to GET or HEAD with a 304 (RFC 9110, 13.2.2). The date is compared only if the request has
 * no entity tags. The package `fresh` does not parse tabs in a list, and treats `Cache-Control: no-cache`, which Node's
 * fetch adds, as a reason to send the whole response.
 */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined)
    return ifNoneMatch === etag || ifNoneMatch.trim() === '*' || isListed(ifNoneMatch, String(etag));
  const ifModifiedSince = headers['if-modified-since'];
  return (
    ifModifiedSince !== undefined &&
    lastModified !== undefined &&
    Date.parse(String(lastModified)) <= Date.parse(ifModifiedSince)
  );
}

/** Returns whether the list contains the entity tag, by weak comparison: `W/"a"` equals `"a"`. */
function isListed(list: string, etag: string): boolean {
  const [tag] = etag.match(ENTITY_TAG) ?? [];
  return tag !== undefined && (list.match(ENTITY_TAG)?.includes(tag) ?? false);
}

/** Makes the response a 304 if the client already has it, whichever handler sends it. */
export function respondConditionally(req: IncomingMessage, res: ServerResponse): void {
  const { headers } = req;
  if (headers['if-none-match'] === undefined && headers['if-modified-since'] === undefined) return;
  const [writeHead, end] = [res.writeHead.bind(res), res.end.bind(res)];
  res.writeHead = (status: number, ...rest: unknown[]) => {
    setHeaders(res, rest.at(-1));
    const validators = { etag: res.getHeader('etag'), lastModified: res.getHeader('last-modified') };
    const isSuccess = status === 200 || status === 206;
    if (!isSuccess || !isNotModified(headers, validators)) return writeHead(status);
    for (const name of BODY_HEADERS) res.removeHeader(name);
    res.write = (_chunk: unknown, ...more: unknown[]) => {
      const callback = more.at(-1);
      if (typeof callback === 'function') process.nextTick(callback);
      return true;
    };
    res.end = () => end();
    return writeHead(304);
  };
}

function setHeaders(res: ServerResponse, headers: unknown): void {
  if (typeof headers !== 'object' || headers === null) return;
  const pairs = Array.isArray(headers) ? pairsOf(headers) : Object.entries(headers);
  for (const [name] of pairs) res.removeHeader(name);
  for (const [name, value] of pairs) if (value !== undefined) res.appendHeader(name, asText(value));
}

function pairsOf(flatPairs: unknown[]): [string, unknown][] {
  return Array.from({ length: flatPairs.length / 2 }, (_, index) => [
    String(flatPairs[2 * index]),
    flatPairs[2 * index + 1],
  ]);
}

function asText(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(String) : String(value);
}
