import { feedAndSitemapHandler, isFeedOrSitemapPath } from '#lib/catalog/feeds/feed-and-sitemap-handler.server.ts';
import { workerChunkSource } from '#lib/catalog/feeds/feed-worker-client.server.ts';
import { listingHandler, type ServerListing } from '#lib/catalog/listing/server-listing.server.ts';
import { pictureShapeFinder } from '#lib/platform/files/pictures/picture-placeholder.server.ts';
import { type Health, healthHandler } from '#lib/platform/health/health-handler.server.ts';
import { isHealthPath } from '#lib/platform/http/guards.server.ts';
import type { PathHandler } from '#lib/platform/http/request-handler.ts';
import { fileChecker, fileHandler } from '#lib/platform/http/server/file-handler.server.ts';
import { isPicturePath, pictureHandler } from '#lib/platform/http/server/picture-handler.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import {
  drawingsHandler,
  isDrawingPath,
  isOwnFilePath,
  ownFilesHandler,
} from '#lib/shop/settings/own-files-handler.server.ts';

interface HandlerParts {
  listing: ServerListing;
  health: Health;
  /** The folder of files that browsers load. */
  clientDir: string;
  version: string;
}

/**
 * Returns the handlers that run before a page is rendered, in this order. All except the listing handler send the
 * responses for their paths.
 */
export function requestHandlers(shop: Shop, { listing, health, clientDir, version }: HandlerParts): PathHandler[] {
  const isFile = fileChecker(clientDir);
  return [
    { routeClass: 'health', handlesPath: isHealthPath, handle: healthHandler(health) },
    { routeClass: 'file', handlesPath: isOwnFilePath, handle: ownFilesHandler(shop) },
    {
      routeClass: 'picture',
      handlesPath: isPicturePath,
      handle: pictureHandler(shop.pictures, pictureShapeFinder(shop.db)),
    },
    {
      routeClass: 'feed',
      handlesPath: isFeedOrSitemapPath,
      handle: feedAndSitemapHandler(shop, workerChunkSource(shop.settings, shop.db.standby), version),
    },
    // This handler only delays lists and searches until their index is loaded.
    { routeClass: 'page', handlesPath: () => false, handle: listingHandler(listing) },
    { routeClass: 'picture', handlesPath: isDrawingPath, handle: drawingsHandler(shop, clientDir) },
    { routeClass: 'file', handlesPath: isFile, handle: fileHandler(clientDir, isFile) },
  ];
}
