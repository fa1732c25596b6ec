import { brotliDecompressSync } from 'node:zlib';
import { DICTIONARY_PATH } from '#lib/platform/http/dictionary/dictionaries.server.ts';
import type { DictionaryStore } from '#lib/platform/http/dictionary/dictionary-store.server.ts';
import { encodingFor } from '#lib/platform/http/encoding/accept-encoding.server.ts';
import type { RequestHandler } from '#lib/platform/http/server/front-options.server.ts';

const ID_PATTERN = /^[0-9a-f]{64}$/;
/** How long browsers cache the dictionary and announce it in page requests. */
const MAX_AGE_S = 30 * 24 * 3600;
/**
 * The patterns in `use-as-dictionary` match pages, which are opened by the browser or fetched by scripts. Scripts and
 * styles of the build have other patterns (`scriptHandler`).
 */
const HEADERS = {
  'content-type': 'application/octet-stream',
  'use-as-dictionary': 'match="/*", match-dest=("document" "")',
  'cache-control': `public, max-age=${MAX_AGE_S}, immutable`,
  'content-security-policy': "default-src 'none'",
  vary: 'accept-encoding',
};

export function isDictionaryPath(path: string): boolean {
  return path.startsWith(DICTIONARY_PATH) && ID_PATTERN.test(path.slice(DICTIONARY_PATH.length));
}

/** Returns a handler that serves dictionaries at addresses with the hash of their bytes. */
export function dictionaryHandler(store: DictionaryStore): RequestHandler {
  return async (req, res) => {
    const path = req.url?.split('?', 1)[0] ?? '';
    if (!isDictionaryPath(path)) return false;
    const id = path.slice(DICTIONARY_PATH.length);
    const brotli = await store.find(id);
    if (!brotli) return false;
    const isBrotli = encodingFor(req) === 'br';
    const body = isBrotli ? brotli : brotliDecompressSync(brotli);
    const coding = isBrotli ? { 'content-encoding': 'br' } : {};
    res.writeHead(200, { ...HEADERS, ...coding, etag: `"${id}"`, 'content-length': body.length });
    res.end(req.method === 'HEAD' ? undefined : body);
    return true;
  };
}
