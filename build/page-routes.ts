import type { AstroIntegration } from 'astro';

const MODULE = 'virtual:page-routes';

/** Tells the shop which routes are pages, so that src/middleware.ts can refuse what no page takes before it is rendered. */
export function pageRoutes(): AstroIntegration {
  let patterns: string[] = [];
  return {
    name: 'page-routes',
    hooks: {
      'astro:routes:resolved': ({ routes }) => {
        patterns = routes.filter(({ type }) => type === 'page').map(({ pattern }) => pattern);
      },
      'astro:config:setup': ({ updateConfig }) => {
        const resolved = `\0${MODULE}`;
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'page-routes',
                resolveId: (id: string) => (id === MODULE ? resolved : undefined),
                load: (id: string) =>
                  id === resolved ? `export const PAGE_ROUTES = ${JSON.stringify(patterns)};` : undefined,
              },
            ],
          },
        });
      },
    },
  };
}
