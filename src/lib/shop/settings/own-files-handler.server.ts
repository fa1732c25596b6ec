import { brotliCompressSync } from 'node:zlib';
import type { Content } from '#lib/platform/content/content.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { OwnerFont } from '#lib/platform/files/fonts/owner-font.server.ts';
import type { OwnerPicture } from '#lib/platform/files/pictures/owner-picture.server.ts';
import { drawingUrl } from '#lib/platform/files/pictures/pictures.ts';
import { encodingFor } from '#lib/platform/http/encoding/content-coding.server.ts';
import type { RequestHandler } from '#lib/platform/http/request-handler.ts';
import { IMMUTABLE } from '#lib/platform/http/server/file-handler.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { fontUrl } from '#lib/shop/settings/font-style.ts';

interface OwnFile {
  headers: Record<string, string>;
  bytes: Buffer;
  /** The bytes compressed with brotli. Missing for fonts, which are already compressed. */
  brotliBytes?: Buffer;
}

const OWN_FILE_PATH = /^\/(?:fonts\/[0-9a-f]{24}\.woff2|pictures\/[0-9a-f]{24}\.svg)$/;
const FONT_HEADERS = { 'content-type': 'font/woff2', 'content-security-policy': "default-src 'none'" };
/** Besides being sanitised, SVGs are sent with a sandbox. */
const SVG_HEADERS = {
  'content-type': 'image/svg+xml',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  vary: 'accept-encoding',
};

export function isOwnFilePath(path: string): boolean {
  return OWN_FILE_PATH.test(path);
}

/** Returns a handler that serves the owner's fonts and SVGs from memory. Their URLs change with their contents. */
export function ownFilesHandler({ db }: Pick<Shop, 'db'>): RequestHandler {
  return ({ url = '', method, headers: requestHeaders }, res) => {
    const path = url.split('?', 1)[0] ?? '';
    const file = OWN_FILE_PATH.test(path) ? filesOf(db).get(path) : undefined;
    if (!file) return false;
    const brotliBytes = encodingFor({ headers: requestHeaders }) === 'br' ? file.brotliBytes : undefined;
    const etag = `"${path.slice(-12)}${brotliBytes ? '-br' : ''}"`;
    const headers = {
      ...file.headers,
      'cache-control': IMMUTABLE,
      etag,
      ...(brotliBytes && { 'content-encoding': 'br' }),
    };
    const bytes = brotliBytes ?? file.bytes;
    res.writeHead(200, { ...headers, 'content-length': bytes.length }).end(method === 'HEAD' ? undefined : bytes);
    return true;
  };
}

function filesOf(db: Shop['db']): ReadonlyMap<string, OwnFile> {
  const content = contentOf(db);
  return content.memo('own files', () => new Map([...fontsIn(content), ...svgsIn(content)]));
}

function fontsIn(content: Content): [string, OwnFile][] {
  return ownFilesIn<OwnerFont>(content, 'fonts/').map(({ hash, data }) => [
    fontUrl(hash),
    { headers: FONT_HEADERS, bytes: Buffer.from(data, 'base64') },
  ]);
}

function svgsIn(content: Content): [string, OwnFile][] {
  return ownFilesIn<OwnerPicture>(content, 'pictures/').flatMap(({ svg, vector }): [string, OwnFile][] => {
    if (svg === undefined || vector === undefined) return [];
    return [
      [drawingUrl(vector), { headers: SVG_HEADERS, bytes: Buffer.from(svg), brotliBytes: brotliCompressSync(svg) }],
    ];
  });
}

function ownFilesIn<T>(content: Content, folder: string): T[] {
  const ownTexts = [...content.ownTexts.values()].filter(
    ({ path, state }) => path.startsWith(folder) && state === 'own',
  );
  return ownTexts.map(({ body }) => JSON.parse(body) as T);
}
