import { ServerListing } from '#lib/catalog/listing/server-listing.server.ts';
import { Readiness } from '#lib/platform/health/readiness.server.ts';
import { Compressor } from '#lib/platform/http/encoding/compressor.server.ts';
import { ShutdownFlag } from '#lib/platform/http/server/shutdown-flag.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { hasCartCookie } from '#lib/sales/cart/has-cart-cookie.ts';
import { requestHandlers } from './request-handlers.ts';

interface Options {
  /** The folder of files that browsers load. */
  clientDir: string;
  version: string;
  arePagesReady(): boolean;
}

/**
 * Creates the parts of a shop server that don't depend on how pages are rendered. They are passed to `createFront`
 * together with its other options.
 */
export function serverParts(shop: Shop, { clientDir, version, arePagesReady }: Options) {
  const listing = new ServerListing(shop);
  const health = {
    shutdownFlag: new ShutdownFlag(),
    readiness: new Readiness(shop),
    readinessForPages: new Readiness(shop, 'pages'),
    notReadyReason: () => (listing.isReady && arePagesReady() ? undefined : 'lists are being prepared'),
  };
  const handlers = requestHandlers(shop, { listing, health, clientDir, version });
  const close = async (jobsEnded: Promise<void>) => {
    await jobsEnded;
    await Promise.all([shop.upstreams.settled(), listing.stop(), shop.tracing?.end()]);
    await shop.db.close();
  };
  return { shop, listing, health, handlers, compressor: new Compressor(), hasCartCookie, close };
}
