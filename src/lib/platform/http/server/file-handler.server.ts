import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join, relative } from 'node:path';
import sirv from 'sirv';
import { acceptedEncodings } from '#lib/platform/http/encoding/content-coding.server.ts';
import { pathOf } from '#lib/platform/http/guards.server.ts';
import type { RequestHandler } from '#lib/platform/http/request-handler.ts';

/** The Cache-Control header of files whose URL changes with their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Returns a handler that serves the files of the build. */
export function fileHandler(clientDir: string, isFile: (path: string) => boolean): RequestHandler {
  const pageHeaders = readPageHeaders(join(clientDir, '..', '_headers.json'));
  const serve = sirv(clientDir, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (res, pathname) => {
      const isImmutable = pathname.startsWith('/_astro/');
      res.setHeader('cache-control', isImmutable ? IMMUTABLE : 'no-cache');
      for (const [name, value] of pageHeaders.get(pathname) ?? []) res.setHeader(name, value);
    },
  });
  return async (req, res) => {
    // Most requests are for pages, for which the copy of the request is not needed.
    if (!isFile(pathOf(req.url ?? '/'))) return false;
    return new Promise((resolve) => {
      res.once('close', () => resolve(true));
      serve(requestForSirv(req), res, () => resolve(false));
    });
  };
}

/**
 * Returns a copy of the request in which headers that sirv handles incorrectly are removed or normalised. `req` stays
 * unchanged, because it may still be handled as a page.
 * - If-None-Match: sirv compares entity tags as text, and its 304 has no headers. `respondConditionally` handles it.
 * - Range: sirv sends the wrong bytes for `bytes=-5`, and ignores If-Range. Files of the build are small, and a server
 *   may ignore ranges (RFC 9110, 14.2).
 * - Accept-Encoding: sirv treats `gzip;q=0` as accepted.
 */
export function requestForSirv(req: IncomingMessage): IncomingMessage {
  const { 'if-none-match': _, range: __, ...headers } = req.headers;
  headers['accept-encoding'] = acceptedEncodings(headers).join();
  return Object.create(req, { headers: { value: headers } });
}

/**
 * Returns a function that returns whether the folder has a file at a path. Reads the names of the files only once,
 * because a build never changes.
 */
export function fileChecker(clientDir: string): (path: string) => boolean {
  const entries = readdirSync(clientDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const paths = new Set(files.map((file) => `/${relative(clientDir, file)}`));
  return (path) => paths.has(path);
}

function readPageHeaders(path: string): Map<string, [string, string][]> {
  if (!existsSync(path)) return new Map();
  const pages = JSON.parse(readFileSync(path, 'utf8')) as {
    pathname: string;
    headers: { key: string; value: string }[];
  }[];
  return new Map(pages.map((page) => [page.pathname, page.headers.map(({ key, value }) => [key, value])]));
}
