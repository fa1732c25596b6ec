import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Compressor } from '#lib/platform/http/encoding/compressor.server.ts';
import type { PageDictionaries } from '#lib/platform/http/encoding/content-coding.server.ts';
import type { PageCache } from '#lib/platform/http/pages/page-cache.server.ts';
import type { PageRenderer } from '#lib/platform/http/pages/rendered-response.server.ts';
import type { RouteTable } from '#lib/platform/http/route-table.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { RouteClass, Traffic } from '#lib/platform/telemetry/traffic.server.ts';

/** Runs before Astro. Returns whether it has responded. */
export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>;

export interface NamedHandler {
  routeClass: RouteClass;
  /** Returns whether the handler serves GET and HEAD at this path; any other method gets a 405. */
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
  /** Checks only the cookies, which anyone can send. */
  hasCart(req: IncomingMessage): boolean;
}
