import type { IncomingMessage } from 'node:http';
import { canonicalPath, isCanonical } from '#lib/platform/http/canonical-path.ts';
import { isInternalAddress } from '#lib/platform/http/network/internal-address.server.ts';
import type { RouteTable } from '#lib/platform/http/route-table.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

export interface Refusal {
  status: number;
  message: string;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);
const MAX_URL_LENGTH = 8_192;
/** Enough for twenty attachments of 10 MB (product.md, "Files") and the rest of the multipart body. */
export const MAX_BODY_BYTES = 201 * 1024 * 1024;
export const NOTHING_HERE = 'There is nothing at this URL.';
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns the reason to refuse a request before it is handled, or undefined if there is none. */
export function refusalFor(req: IncomingMessage, settings: Settings, routes: RouteTable): Refusal | undefined {
  if (!METHODS.has(req.method ?? '')) return { status: 405, message: 'This method is not supported here.' };
  const url = req.url ?? '';
  if (!url.startsWith('/')) return { status: 400, message: 'The URL is malformed.' };
  if (url.length > MAX_URL_LENGTH) return { status: 414, message: 'The URL is too long.' };
  const path = canonicalPath(pathOf(url));
  if (path === undefined) return { status: 400, message: 'The URL is malformed.' };
  if (hasTwoHosts(req)) return { status: 400, message: 'The request names two hosts.' };
  if (!isKnownHost(req.headers.host, settings) && !isHealthCheck(req))
    return { status: 421, message: 'This shop is not available under that name.' };
  if (req.method === 'GET' || req.method === 'HEAD') return undefined;
  if (!isCanonical(pathOf(url), path)) return { status: 404, message: NOTHING_HERE };
  if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES)
    return { status: 413, message: 'The request is too large.' };
  if (req.headers['content-encoding']) return { status: 415, message: 'Compressed bodies are not accepted.' };
  if (routes.acceptsSignedPosts(path) || isFromShopPage(req, settings)) return undefined;
  return { status: 403, message: 'This request came from another site and was not carried out.' };
}

function isFromShopPage(req: IncomingMessage, settings: Settings): boolean {
  const origin = req.headers.origin;
  if (origin === undefined) return req.headers['sec-fetch-site'] === 'same-origin';
  if (origin === settings.siteUrl) return true;
  return settings.mode === 'demo' && origin === `http://${req.headers.host}`;
}

function isKnownHost(host: string | undefined, settings: Settings): boolean {
  if (host === undefined) return false;
  if (`https://${host}` === settings.siteUrl || `http://${host}` === settings.siteUrl) return true;
  const name = host.replace(/:\d+$/, '');
  return settings.mode === 'demo' && LOOPBACK_NAMES.has(name);
}

export function isHealthPath(url: string | undefined): boolean {
  return url === '/healthz' || url === '/readyz' || url === '/readyz/pages';
}

/**
 * Returns whether the request is a health check by a load balancer or service manager. These programs do not
 * know the shop's host name.
 */
function isHealthCheck({ method, url, socket }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && isHealthPath(url) && isInternalAddress(socket.remoteAddress);
}

/**
 * Returns whether the request has more than one Host header. Node uses the first header, but a proxy may have used the
 * last one (RFC 9112, 3.2).
 */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

/**
 * Returns the canonical form of a URL, and whether to redirect the client to that form. Leaves a malformed path
 * unchanged.
 */
export function canonicalUrl(url: string): { url: string; needsRedirect: boolean } {
  const path = pathOf(url);
  const canonical = canonicalPath(path) ?? path;
  // PostgreSQL can't store NUL in text.
  const query = url.slice(path.length).replaceAll('%00', '%20');
  return { url: canonical + query, needsRedirect: !isCanonical(path, canonical) };
}

/**
 * Replaces an absolute URL with its path and query, and the `Host` header with the host of the URL, which takes
 * precedence (RFC 9112, 3.2.2).
 */
export function rewriteToOriginForm(req: IncomingMessage): void {
  const { url = '/' } = req;
  const [, scheme = '', host = ''] = url.startsWith('/') ? [] : (/^(https?:\/\/)([^/?#]*)/i.exec(url) ?? []);
  if (scheme === '') return;
  const path = url.slice(scheme.length + host.length);
  req.headers.host = host;
  req.url = path.startsWith('/') ? path : `/${path}`;
}

export function pathOf(url: string): string {
  const queryStart = url.indexOf('?');
  return queryStart < 0 ? url : url.slice(0, queryStart);
}
