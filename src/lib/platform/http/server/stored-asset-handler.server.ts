import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sirv from 'sirv';
import type { StoredAssets } from '#lib/platform/builds/stored-assets.server.ts';
import type { RequestHandler } from '#lib/platform/http/request-handler.ts';
import { IMMUTABLE, requestForSirv } from '#lib/platform/http/server/file-handler.server.ts';

const ASSET_PATH = /^\/_astro(\/[\w.-]+)$/;

export function isStoredAssetPath(path: string): boolean {
  return ASSET_PATH.test(path);
}

/** Returns a handler that serves assets of other versions, which are not in the build of this process. */
export function storedAssetHandler(assets: StoredAssets): RequestHandler {
  return async (req, res) => {
    const assetPath = ASSET_PATH.exec(req.url?.split('?', 1)[0] ?? '')?.[1];
    if (!assetPath) return false;
    const folder = (await assets.folders()).find((path) => existsSync(join(path, assetPath)));
    if (!folder) return false;
    // Folders are added and removed, so sirv must look for the file at each request (`dev`).
    const setHeaders = () => void res.setHeader('cache-control', IMMUTABLE);
    const serve = sirv(folder, { dev: true, brotli: true, gzip: true, etag: true, setHeaders });
    const assetRequest = requestForSirv(req);
    assetRequest.url = assetPath;
    return new Promise((resolve) => {
      res.once('close', () => resolve(true));
      serve(assetRequest, res, () => resolve(false));
    });
  };
}
