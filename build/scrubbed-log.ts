import type { AstroIntegration } from 'astro';

/** In the built shop, what Astro says of a request passes src/lib/platform/http/astro-log.ts; left alone it names whole addresses. */
export function scrubbedLog(): AstroIntegration {
  return {
    name: 'scrubbed-log',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        const entrypoint = new URL('../src/lib/platform/http/astro-log.ts', import.meta.url);
        if (command === 'build') updateConfig({ logger: { entrypoint } });
      },
    },
  };
}
