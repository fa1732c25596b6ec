import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Compressor } from '#lib/platform/http/compressor.server.ts';
import type { PageCache } from '#lib/platform/http/page-cache.server.ts';
import type { PageRenderer } from '#lib/platform/http/render-answer.server.ts';
import type { RouteTable } from '#lib/platform/http/route-table.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** A stop on the way to Astro that may answer by itself: health, pictures, files. */
export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>;

export interface FrontOptions {
  shop: Shop;
  routes: RouteTable;
  /** Resolves when Astro's bundle is loaded. */
  pages: Promise<PageRenderer>;
  handlers: RequestHandler[];
  pageCache: PageCache;
  compressor: Compressor;
}
