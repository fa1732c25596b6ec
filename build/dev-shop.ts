import type { AstroIntegration, IntegrationResolvedRoute } from 'astro';
import { readRoutes } from './read-routes.ts';

/** Gives `astro dev` the same Shop that src/server.ts makes, and its pictures. */
export function devShop(): AstroIntegration {
  let resolved: IntegrationResolvedRoute[] = [];
  let root: URL;
  return {
    name: 'dev-shop',
    hooks: {
      'astro:routes:resolved': (found) => {
        resolved = found.routes;
      },
      'astro:config:done': ({ config }) => {
        root = config.root;
      },
      'astro:server:setup': async ({ server }) => {
        const { openShop } = await import('../src/lib/operations/startup/open-shop.server.ts');
        const { clientNetworks } = await import('../src/lib/platform/http/network/client-networks.server.ts');
        const { pictureHandler } = await import('../src/lib/platform/http/server/handlers.server.ts');
        const { pictureShapes } = await import('../src/lib/platform/files/pictures/picture-placeholder.server.ts');
        const { RouteTable } = await import('../src/lib/platform/http/route-table.ts');
        const shop = await openShop(process.env);
        const pictures = pictureHandler(shop.pictures, pictureShapes(shop.db));
        server.middlewares.use(async (req, res, next) => {
          if (await pictures(req, res)) return;
          const routes = new RouteTable(await readRoutes(resolved, root));
          const networks = clientNetworks(req, shop.settings.trustedProxies);
          const locals: App.Locals = { shop, routes, requestId: 'dev', networks };
          Object.assign(req, { [Symbol.for('astro.locals')]: locals });
          next();
        });
      },
    },
  };
}
