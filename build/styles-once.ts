import { mkdir, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

/**
 * Writes server/styles.json. Astro repeats each style for every page that uses it, 1.2 MB in its program, stored in
 * memory with two bytes per character; src/pages-entry.ts restores the styles from the file.
 */
export function stylesOnce(): AstroIntegration {
  let server: URL;
  return {
    name: 'styles-once',
    hooks: {
      'astro:config:done': ({ config }) => {
        server = config.build.server;
      },
      'astro:build:ssr': async ({ manifest }) => {
        const indexes = new Map<string, number>();
        // Some routes share a style object, so each object is replaced only once.
        for (const style of new Set(manifest.routes.flatMap(({ styles }) => styles))) {
          if (style.type !== 'inline') continue;
          const index = indexes.get(style.content) ?? indexes.size;
          indexes.set(style.content, index);
          style.content = String(index);
        }
        await mkdir(server, { recursive: true });
        await writeFile(new URL('styles.json', server), JSON.stringify([...indexes.keys()]));
      },
    },
  };
}
