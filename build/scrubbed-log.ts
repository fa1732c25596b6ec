import type { AstroIntegration } from 'astro';

/**
 * In a built shop, sends Astro's log messages through src/lib/platform/http/astro-log.ts, since they contain whole
 * addresses.
 */
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
