import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Content, contentOf } from '#lib/platform/content/content.server.ts';
import type { OwnerFont } from '#lib/platform/files/fonts/owner-font.server.ts';
import type { OwnerPicture } from '#lib/platform/files/pictures/owner-picture.server.ts';
import { drawingUrl, pictureUrl, previewUrl } from '#lib/platform/files/pictures/pictures.ts';
import { encodingFor } from '#lib/platform/http/encoding/content-coding.server.ts';
import type { RequestHandler } from '#lib/platform/http/request-handler.ts';
import { IMMUTABLE } from '#lib/platform/http/server/file-handler.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { LOOK, type Look } from '#lib/shop/settings/look.schema.ts';
import { fontUrl } from '#lib/shop/settings/look-style.ts';
import { shopLook } from '#lib/shop/settings/shop-look.server.ts';

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
    const file = OWN_FILE_PATH.test(path) ? ownFiles(contentOf(db)).get(path) : undefined;
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

function ownFiles(content: Content): ReadonlyMap<string, OwnFile> {
  return content.memo('own files', () => new Map([...fontsIn(content), ...svgsIn(content)]));
}

function fontsIn(content: Content): [string, OwnFile][] {
  return content.filesIn('fonts').map(({ body }) => {
    const { hash, data } = JSON.parse(body) as OwnerFont;
    return [fontUrl(hash), { headers: FONT_HEADERS, bytes: Buffer.from(data, 'base64') }];
  });
}

function svgsIn(content: Content): [string, OwnFile][] {
  return content.filesIn('pictures').flatMap(({ body }): [string, OwnFile][] => {
    const { svg, vector } = JSON.parse(body) as OwnerPicture;
    if (svg === undefined || vector === undefined) return [];
    return [
      [drawingUrl(vector), { headers: SVG_HEADERS, bytes: Buffer.from(svg), brotliBytes: brotliCompressSync(svg) }],
    ];
  });
}

/** Matches the paths of icons that browsers, phones and chat programs request even if no page links to them. */
const ICON_PATH = /^\/(?:favicon\.(?:ico|svg)|apple-touch-icon(?:-precomposed)?\.png|icon-(?:192|512)\.png)$/;
const DRAWING_PATH = /^\/(?:favicon|icons\/[a-z-]+|cloth\/\d)\.svg$/;
const CACHE_CONTROL = 'public, max-age=300';

export function isDrawingPath(path: string): boolean {
  return ICON_PATH.test(path) || DRAWING_PATH.test(path) || path === '/og.png';
}

/**
 * Redirects requests for icons and `/og.png` to the owner's icon, if there is one, and serves the shop's drawings in
 * the owner's colours. Leaves other requests to the next handler.
 */
export function drawingsHandler(shop: Shop, clientDir: string): RequestHandler {
  return ({ url = '', method }, res) => {
    const path = url.split('?', 1)[0] ?? '';
    const target = redirectTarget(path, shop);
    if (target) {
      res.writeHead(302, { location: target, 'cache-control': CACHE_CONTROL, 'content-length': 0 }).end();
      return true;
    }
    const drawing = DRAWING_PATH.test(path) ? recolor(shop, join(clientDir, path)) : undefined;
    if (drawing === undefined) return false;
    const headers = {
      'cache-control': CACHE_CONTROL,
      'content-type': 'image/svg+xml',
      'content-length': drawing.length,
    };
    res.writeHead(200, headers).end(method === 'HEAD' ? undefined : drawing);
    return true;
  };
}

function redirectTarget(path: string, shop: Shop): string | undefined {
  const { icon } = shopLook(shop);
  if (!icon) return path === '/favicon.ico' ? '/favicon.svg' : undefined;
  if (path === '/og.png') return previewUrl(icon.hash);
  return ICON_PATH.test(path) ? pictureUrl(icon.hash, path === '/icon-512.png' ? 480 : 160, 'webp') : undefined;
}

/** Returns the drawing in the owner's colours, or undefined if the colours are the default or the file is missing. */
function recolor({ db }: Shop, file: string): Buffer | undefined {
  const content = contentOf(db);
  return content.memo(`drawing ${file}`, () => {
    const ownColors = content.of(LOOK).colors;
    const defaultColors = (content.demoValue(LOOK, LOOK.path) as Look).colors;
    const colorNames = Object.keys(ownColors) as (keyof Look['colors'])[];
    const newColors = new Map(colorNames.map((name) => [defaultColors[name].toLowerCase(), ownColors[name]] as const));
    if (colorNames.every((name) => defaultColors[name] === ownColors[name]) || !existsSync(file)) return undefined;
    const svg = readFileSync(file, 'utf8').replaceAll(/#[0-9a-f]{6}/g, (color) => newColors.get(color) ?? color);
    return Buffer.from(svg);
  });
}
