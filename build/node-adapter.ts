import node from '@astrojs/node';
import type { AstroIntegration } from 'astro';

/**
 * The Node adapter with our own entry: src/server.ts needs complete responses, while the adapter's entry writes to a
 * Node response.
 */
export function nodeAdapter(options: Parameters<typeof node>[0]): AstroIntegration {
  const { name, hooks } = node(options);
  return {
    name,
    hooks: {
      ...hooks,
      'astro:config:done': (done) =>
        hooks['astro:config:done']?.({
          ...done,
          setAdapter: (adapter) =>
            done.setAdapter({ ...adapter, serverEntrypoint: new URL('../src/pages-entry.ts', import.meta.url) }),
        }),
    },
  };
}
