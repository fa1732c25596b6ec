import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Compressor } from '#lib/platform/http/encoding/compressor.server.ts';
import type { PageDictionaries } from '#lib/platform/http/encoding/content-coding.server.ts';
import type { PageCache } from '#lib/platform/http/pages/page-cache.server.ts';
import type { PageRenderer } from '#lib/platform/http/pages/rendered-response.server.ts';
import type { RouteTable } from '#lib/platform/http/route-table.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { RouteClass, Traffic } from '#lib/platform/telemetry/traffic.server.ts';

/** Handles a request before Astro does. Returns whether a response has been sent. */
export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>;

export interface NamedHandler {
  routeClass: RouteClass;
  /** Returns whether the handler serves GET and HEAD at this path. Any other method gets a 405 there. */
  handlesPath(path: string): boolean;
  handle: RequestHandler;
}

export interface FrontOptions {
  shop: Shop;
  routes: RouteTable;
  pages: Promise<PageRenderer>;
  handlers: NamedHandler[];
  pageCache: PageCache;
  compressor: Compressor;
  dictionaries: PageDictionaries;
  traffic: Traffic;
  /** Returns whether the request has the cookies of a cart. Anyone can send such cookies. */
  hasCart(req: IncomingMessage): boolean;
}
