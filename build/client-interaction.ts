import type { AstroIntegration } from 'astro';

/** For each component of a page Astro looks whether its props name a directive, so the shop has none but these. */
export const USED_DIRECTIVES = new Set(['interaction', 'load']);

/** Adds `client:interaction`: an island's code is loaded when someone touches it, not before. */
export function clientInteraction(): AstroIntegration {
  return {
    name: 'client-interaction',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({
          name: 'interaction',
          entrypoint: './src/islands/waking/client-interaction.ts',
        });
      },
      'astro:build:ssr': ({ manifest }) => {
        manifest.clientDirectives = manifest.clientDirectives.filter(([name]) => USED_DIRECTIVES.has(name));
      },
    },
  };
}
