import type { AstroIntegration } from 'astro';

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
    },
  };
}
