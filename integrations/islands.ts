import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';

/** The only directives that stay registered, because Astro checks each component's props for each directive. */
export const USED_DIRECTIVES = new Set(['interaction', 'load']);

/**
 * Adds React islands, which the shop's own renderer renders on the server, and the directive `client:interaction`. The
 * directive loads the code of an island when a visitor first interacts with it, or immediately if the value is `now`.
 */
export function islands(): AstroIntegration {
  const { hooks } = react();
  const serverEntrypoint = new URL('../src/components/ui/island-renderer.server.ts', import.meta.url);
  return {
    name: 'islands',
    hooks: {
      ...hooks,
      'astro:config:setup': (setup) => {
        setup.addClientDirective({
          name: 'interaction',
          entrypoint: './src/islands/hydration/client-interaction.ts',
        });
        return hooks['astro:config:setup']?.({
          ...setup,
          addRenderer: (renderer) => setup.addRenderer({ ...renderer, serverEntrypoint }),
        });
      },
      'astro:build:ssr': ({ manifest }) => {
        manifest.clientDirectives = manifest.clientDirectives.filter(([name]) => USED_DIRECTIVES.has(name));
      },
    },
  };
}
