import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FindPictureShape, placeholderSvg } from '#lib/platform/files/pictures/picture-placeholder.server.ts';
import type { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import {
  FULL_WIDTHS,
  LIGHT_WIDTHS,
  PICTURE_WIDTHS,
  type PictureFormat,
} from '#lib/platform/files/pictures/pictures.ts';
import { isNotModified } from '#lib/platform/http/encoding/conditional.server.ts';
import type { RequestHandler } from '#lib/platform/http/request-handler.ts';
import { IMMUTABLE } from '#lib/platform/http/server/file-handler.server.ts';
import { SECOND_MS } from '#lib/primitives/durations.ts';

const SERVED_WIDTHS: readonly number[] = [
  ...[...PICTURE_WIDTHS, ...FULL_WIDTHS.tall, ...FULL_WIDTHS.product],
  ...Object.values(LIGHT_WIDTHS),
];

const PICTURE_HEADERS = {
  'cache-control': IMMUTABLE,
  'content-security-policy': "default-src 'none'",
};

const PLACEHOLDER_AFTER_MS = SECOND_MS;
const PLACEHOLDER_HEADERS = {
  'content-type': 'image/svg+xml',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
};

export function isPicturePath(path: string): boolean {
  return path.startsWith('/pictures/') || path.startsWith('/og/');
}

/**
 * Returns a handler that serves pictures. If a picture is not ready within a second, the handler sends a placeholder
 * and keeps the picture in the queue; if several pictures are already in the queue, it does so immediately. A browser
 * has six connections, and pictures that are not ready must not delay the next page.
 */
export function pictureHandler(store: PictureStore, findShape?: FindPictureShape): RequestHandler {
  return async (req, res) => {
    const path = req.url?.split('?', 1)[0] ?? '';
    if (!isPicturePath(path)) return false;
    const picture = requestedPicture(store, path, isOpenedDirectly(req));
    if (!picture || !store.has(picture.hash)) {
      res
        .writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
        .end('No such picture');
      return true;
    }
    await sendPicture(req, res, picture, findShape);
    return true;
  };
}

async function sendPicture(
  req: IncomingMessage,
  res: ServerResponse,
  { hash, etag, type, make, timeoutMs }: RequestedPicture,
  findShape: FindPictureShape | undefined,
): Promise<void> {
  if (isNotModified(req.headers, { etag })) return void res.writeHead(304, { 'cache-control': IMMUTABLE, etag }).end();
  const headers = { ...PICTURE_HEADERS, etag, 'content-type': type };
  if (req.method === 'HEAD') return void res.writeHead(200, headers).end();
  const bytes = await within(make(), timeoutMs);
  if (bytes) res.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes);
  else if (timeoutMs !== undefined) {
    // If the shape of the picture is unknown, the placeholder is a square.
    const shape = await findShape?.(hash).catch(() => undefined);
    const svg = placeholderSvg(shape);
    res.writeHead(200, { ...PLACEHOLDER_HEADERS, 'content-length': Buffer.byteLength(svg) }).end(svg);
  } else
    res
      .writeHead(503, { 'retry-after': '2', 'content-type': 'text/plain; charset=utf-8' })
      .end('Too many pictures at once');
}

/**
 * Returns the result of the job, or undefined after `timeoutMs`. The job then continues, and the next request gets its
 * result. Throws if the job fails within that time.
 */
async function within<T>(job: Promise<T>, timeoutMs: number | undefined): Promise<T | undefined> {
  if (timeoutMs === undefined) return job;
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), timeoutMs).unref();
  // A later rejection of `job` is ignored here, and handled by the next request.
  return Promise.race([job, timeout]).finally(() => clearTimeout(timer));
}

interface RequestedPicture {
  hash: string;
  etag: string;
  type: string;
  /** Returns the bytes of the picture, or undefined if too many pictures are in the queue. */
  make(): Promise<Uint8Array | undefined>;
  /**
   * How long a browser waits before it gets a placeholder. Undefined if the client gets no placeholder: the picture
   * already exists, or the client requests it only once, like a crawler or a person who opens the picture itself.
   */
  timeoutMs: number | undefined;
}

/** Returns whether a person has opened the picture on its own, where nothing would replace a placeholder later. */
function isOpenedDirectly({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-dest'] === 'document';
}

function requestedPicture(store: PictureStore, path: string, isOpened: boolean): RequestedPicture | undefined {
  const previewHash = parsePreviewPath(path);
  if (previewHash) {
    const make = () => store.preview(previewHash);
    return { hash: previewHash, etag: `"${previewHash}-og"`, type: 'image/jpeg', make, timeoutMs: undefined };
  }
  const picture = parsePicturePath(path);
  if (!picture) return undefined;
  const { hash, width, format } = picture;
  const make = () => store.resize(hash, width, format, isOpened ? 'normal' : 'low');
  const mustWait = isOpened || store.isResized(hash, width, format);
  const timeoutMs = mustWait ? undefined : store.isBusy ? 0 : PLACEHOLDER_AFTER_MS;
  return { hash, etag: `"${hash}-${width}"`, type: `image/${format}`, make, timeoutMs };
}

/** Returns undefined if the path is not that of a picture, or if the width is not offered. */
export function parsePicturePath(path: string): { hash: string; width: number; format: PictureFormat } | undefined {
  const match = /^\/pictures\/([0-9a-f]{24})-(\d{1,4})\.(avif|webp)$/.exec(path);
  const width = SERVED_WIDTHS.find((servedWidth) => String(servedWidth) === match?.[2]);
  if (!match?.[1] || width === undefined) return undefined;
  return { hash: match[1], width, format: match[3] === 'avif' ? 'avif' : 'webp' };
}

function parsePreviewPath(path: string): string | undefined {
  return /^\/og\/([0-9a-f]{24})\.jpg$/.exec(path)?.[1];
}
