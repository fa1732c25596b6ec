import { mkdir, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

/**
 * Writes server/styles.json. Astro repeats a style for each page that has it, 1.2 MB in its program, which stays in memory
 * as text of two bytes a letter; src/pages-entry.ts puts them back.
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
        const places = new Map<string, number>();
        // Some routes share the object of a style: what was put into its place must not be taken for a style.
        for (const style of new Set(manifest.routes.flatMap(({ styles }) => styles))) {
          if (style.type !== 'inline') continue;
          const place = places.get(style.content) ?? places.size;
          places.set(style.content, place);
          style.content = String(place);
        }
        await mkdir(server, { recursive: true });
        await writeFile(new URL('styles.json', server), JSON.stringify([...places.keys()]));
      },
    },
  };
}
