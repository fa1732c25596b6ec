import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';

/** React islands, rendered on the server by our own renderer. */
export function reactIslands(): AstroIntegration {
  const { name, hooks } = react();
  const serverEntrypoint = new URL('../src/components/ui/island-renderer.server.ts', import.meta.url);
  return {
    name,
    hooks: {
      ...hooks,
      'astro:config:setup': (setup) =>
        hooks['astro:config:setup']?.({
          ...setup,
          addRenderer: (renderer) => setup.addRenderer({ ...renderer, serverEntrypoint }),
        }),
    },
  };
}
