import type { AstroIntegration } from 'astro';

/** Astro checks each component's props for each directive, so only the directives in use stay registered. */
export const USED_DIRECTIVES = new Set(['interaction', 'load']);

/** Adds `client:interaction`: an island's code is loaded when someone touches it, not before. */
export function clientInteraction(): AstroIntegration {
  return {
    name: 'client-interaction',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({
          name: 'interaction',
          entrypoint: './src/islands/hydration/client-interaction.ts',
        });
      },
      'astro:build:ssr': ({ manifest }) => {
        manifest.clientDirectives = manifest.clientDirectives.filter(([name]) => USED_DIRECTIVES.has(name));
      },
    },
  };
}
