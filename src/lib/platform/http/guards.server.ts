import type { IncomingMessage } from 'node:http';
import { isNearAddress } from '#lib/platform/http/near-address.server.ts';
import type { Settings } from '#lib/platform/settings.server.ts';

export interface Refusal {
  status: number;
  message: string;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);
const LONGEST_URL = 8_192;
/** Twenty attachments of 10 MB (product.md, "Files"), and their envelope. */
export const LARGEST_BODY_BYTES = 201 * 1024 * 1024;
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Gateways and mail programs (RFC 8058) call from outside; a signature proves who they are. */
const SIGNED_CALLBACK =
  /^\/(public\/payment-gateway\/[^/]+\/(webhook|return)|(newsletter|back-in-stock)\/unsubscribe\/[^/]+)$/;

export function refusalFor(req: IncomingMessage, settings: Settings): Refusal | undefined {
  if (!METHODS.has(req.method ?? '')) return { status: 405, message: 'This method is not used here.' };
  const url = req.url ?? '';
  if (!url.startsWith('/')) return { status: 400, message: 'The address is malformed.' };
  if (url.length > LONGEST_URL) return { status: 414, message: 'The address is too long.' };
  if (!isDecodable(url)) return { status: 400, message: 'The address is malformed.' };
  if (hasTwoHosts(req)) return { status: 400, message: 'The request names two hosts.' };
  if (!isKnownHost(req.headers.host, settings) && !isHealthCheck(req))
    return { status: 421, message: 'This shop does not answer under that name.' };
  if (req.method === 'GET' || req.method === 'HEAD') return undefined;
  return refusalForWrite(req, url, settings);
}

function refusalForWrite(req: IncomingMessage, url: string, settings: Settings): Refusal | undefined {
  if (Number(req.headers['content-length'] ?? 0) > LARGEST_BODY_BYTES)
    return { status: 413, message: 'This is too large to take.' };
  if (req.headers['content-encoding']) return { status: 415, message: 'Compressed bodies are not taken.' };
  const pathname = pathOf(url);
  if (hasSlashesInRow(pathname)) return { status: 400, message: 'The address is malformed.' };
  if (SIGNED_CALLBACK.test(pathname) || isFromOurPages(req, settings)) return undefined;
  return { status: 403, message: 'This request came from another site and was not carried out.' };
}

function isFromOurPages(req: IncomingMessage, settings: Settings): boolean {
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

/** Balancers and supervisors ask by the address of a machine, and know no name. */
function isHealthCheck({ method, url, socket }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && isHealthPath(url) && isNearAddress(socket.remoteAddress);
}

/** Node takes the first, while a proxy before it may have taken the last (RFC 9112, 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

function isDecodable(url: string): boolean {
  const path = pathOf(url);
  if (path.includes('%00')) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    // The sender gets a 400.
    return false;
  }
}

/** PostgreSQL keeps no NUL in a text. */
export function withoutNul(url: string): string {
  return url.includes('%00') ? url.replaceAll('%00', '%20') : url;
}

/** Pages have no slash at the end and no slashes in a row; a browser reads `\` as `/`. */
export function isUntidy(url: string): boolean {
  const path = pathOf(url);
  return (path.length > 1 && path.endsWith('/')) || hasSlashesInRow(path);
}

/** An address that began with two slashes would lead to another site. */
export function tidied(url: string): string {
  const path = pathOf(url);
  const parts = path.split(/[/\\]/).filter(Boolean);
  return `/${parts.join('/')}${url.slice(path.length)}`;
}

/** Astro's own expressions take quadratic time on a row of slashes. */
function hasSlashesInRow(path: string): boolean {
  return path.includes('//') || path.includes('\\');
}

export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}
