import type { IncomingMessage } from 'node:http';
import type { PageDictionaries } from '#lib/platform/http/dictionary/page-dictionaries.server.ts';
import type { Compressor } from '#lib/platform/http/encoding/compressor.server.ts';
import type { PageCache } from '#lib/platform/http/pages/page-cache.server.ts';
import type { PageRenderer } from '#lib/platform/http/pages/rendered-response.server.ts';
import type { PathHandler } from '#lib/platform/http/request-handler.ts';
import type { RouteTable } from '#lib/platform/http/route-table.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { Traffic } from '#lib/platform/telemetry/traffic.server.ts';

export interface FrontOptions {
  shop: Shop;
  routes: RouteTable;
  pageRenderer: Promise<PageRenderer>;
  handlers: PathHandler[];
  pageCache: PageCache;
  compressor: Compressor;
  dictionaries: PageDictionaries;
  traffic: Traffic;
  /** Returns whether the request has the cookies of a cart. Anyone can send such cookies. */
  hasCartCookie(req: IncomingMessage): boolean;
}
