import { existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { type PictureStore, parsePicturePath, parsePreviewPath } from '#lib/platform/files/pictures.server.ts';
import { isNotModified } from '#lib/platform/http/conditional.server.ts';
import type { RequestHandler } from '#lib/platform/http/front-options.server.ts';

export const IMMUTABLE = 'public, max-age=31536000, immutable';

const PICTURE_HEADERS = {
  'cache-control': IMMUTABLE,
  'content-security-policy': "default-src 'none'",
};

export function isPicturePath(path: string): boolean {
  return path.startsWith('/pictures/') || path.startsWith('/og/');
}

export function pictureHandler(store: PictureStore): RequestHandler {
  return async (req, res) => {
    const path = req.url?.split('?', 1)[0] ?? '';
    if (!isPicturePath(path)) return false;
    const wanted = req.method === 'GET' || req.method === 'HEAD' ? wantedPicture(store, path) : undefined;
    if (!wanted || !store.has(wanted.hash)) {
      res
        .writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
        .end('No such picture');
      return true;
    }
    await sendPicture(req, res, wanted);
    return true;
  };
}

async function sendPicture(
  req: IncomingMessage,
  res: ServerResponse,
  { etag, type, make }: WantedPicture,
): Promise<void> {
  if (isNotModified(req.headers, { etag })) {
    res.writeHead(304, { 'cache-control': IMMUTABLE, etag }).end();
    return;
  }
  const headers = { ...PICTURE_HEADERS, etag, 'content-type': type };
  if (req.method === 'HEAD') {
    res.writeHead(200, headers).end();
    return;
  }
  const bytes = await make();
  if (bytes) res.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes);
  else
    res
      .writeHead(503, { 'retry-after': '2', 'content-type': 'text/plain; charset=utf-8' })
      .end('Too many pictures at once');
}

interface WantedPicture {
  hash: string;
  etag: string;
  type: string;
  /** `undefined` when too many are made at once. */
  make(): Promise<Uint8Array | undefined>;
}

function wantedPicture(store: PictureStore, path: string): WantedPicture | undefined {
  const preview = parsePreviewPath(path);
  if (preview) {
    const make = () => store.preview(preview);
    return { hash: preview, etag: `"${preview}-og"`, type: 'image/jpeg', make };
  }
  const wanted = parsePicturePath(path);
  if (!wanted) return undefined;
  const { hash, width, format } = wanted;
  return { hash, etag: `"${hash}-${width}"`, type: `image/${format}`, make: () => store.resized(hash, width, format) };
}

export function fileHandler(clientDir: string): RequestHandler {
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
  return (req, res) => {
    leaveConditions(req);
    return new Promise((resolve) => {
      res.once('close', () => resolve(true));
      serve(req, res, () => resolve(false));
    });
  };
}

/** sirv compares entity tags as texts, and its 304 has no headers; `answerConditionally` knows what was sent. */
export function leaveConditions(req: IncomingMessage): void {
  delete req.headers['if-none-match'];
}

export function isFileIn(clientDir: string): (path: string) => boolean {
  return (path) => statSync(join(clientDir, path), { throwIfNoEntry: false })?.isFile() ?? false;
}

function readPageHeaders(path: string): Map<string, [string, string][]> {
  if (!existsSync(path)) return new Map();
  const pages = JSON.parse(readFileSync(path, 'utf8')) as {
    pathname: string;
    headers: { key: string; value: string }[];
  }[];
  return new Map(pages.map((page) => [page.pathname, page.headers.map(({ key, value }) => [key, value])]));
}
