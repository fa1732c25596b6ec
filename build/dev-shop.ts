import type { AstroIntegration } from 'astro';

/** Gives `astro dev` the same Shop that src/server.ts makes, and its pictures. */
export function devShop(): AstroIntegration {
  return {
    name: 'dev-shop',
    hooks: {
      'astro:server:setup': async ({ server }) => {
        const { openShop } = await import('../src/lib/app/open-shop.server.ts');
        const { pictureHandler } = await import('../src/lib/platform/http/handlers.server.ts');
        const shop = await openShop(process.env);
        const pictures = pictureHandler(shop.pictures);
        server.middlewares.use(async (req, res, next) => {
          if (await pictures(req, res)) return;
          const locals: App.Locals = { shop, requestId: 'dev', clientAddress: req.socket.remoteAddress ?? '' };
          Object.assign(req, { [Symbol.for('astro.locals')]: locals });
          next();
        });
      },
    },
  };
}
